import type { Crumb } from "~/kit/page/screens";
import type { Scheme } from "./theme";
import type { IconName } from "~/kit/page/forms/icon-names";

/** What the program is called where no address brought another title. */
export const productTitle = "基础数据管理平台";

export interface MenuItem {
  title: string;
  icon: IconName;
  href: string;
  active: boolean;
  external?: boolean;
  /** Why it leads nowhere. */
  closed?: string;
}

export interface MenuGroup {
  title: string;
  icon: IconName;
  items: MenuItem[];
}

export interface ShellTab {
  path: string;
  /** Where the tab was left: its path with the last query, or a record page. */
  href: string;
  title: string;
  active: boolean;
  closable: boolean;
  inShortcuts: boolean;
}

export interface Shortcut {
  path: string;
  href: string;
  title: string;
  icon: IconName;
}

export interface ShellData {
  userName: string;
  greeting: string;
  avatarUrl?: string;
  title: string;
  menu: MenuGroup[];
  sidebar: "open" | "collapsed" | "hidden";
  tabs: ShellTab[];
  shortcuts: Shortcut[];
  /** Whether the titles stand under the pictures. */
  shortcutTitles: boolean;
  theme: string;
  scheme: Scheme;
  themeVars: string;
  homeButton: boolean;
  warnings: { text: string; way?: { href: string; label: string } }[];
  flash?: { kind: "success" | "warning" | "error"; text: string };
  breadcrumbs: Crumb[];
  /** Path and query of the page shown; forms of the frame come back to it. */
  currentPath: string;
  copyrightYear: number;
  /** Parts of the frame as HTML, kept from page to page. */
  html: { menu: string; header: string; tabs: string };
}
