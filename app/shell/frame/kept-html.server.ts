import { type ComponentType, createElement } from "react";
import { markupOf } from "~/kit/page/islands/render.server";
import { keepByObject } from "~/kit/ground/keep-by-object";
import { escapeHtml } from "~/kit/ground/escape-html";
import { Tools } from "../header";
import type { MenuGroup, ShellData } from "../shell-data";
import { Menu } from "../sidebar";
import { Tabs } from "../tab-bar";

/** The parts of the frame that seldom change as HTML, each kept by everything that it shows; people of the same menu share it. */
export function keptHtml(shell: Omit<ShellData, "html">): ShellData["html"] {
  const { title, menu, sidebar, homeButton, shortcuts, shortcutTitles, avatarUrl, greeting, userName, currentPath } =
    shell;
  const here = (html: string) => html.replaceAll(hereMark, () => escapeHtml(currentPath));
  // Only the page's own address changes from page to page: it is put in afterwards.
  const tabs = shell.tabs.map((tab) => (tab.href === currentPath ? { ...tab, href: hereMark } : tab));
  return {
    menu:
      sidebar === "hidden"
        ? ""
        : htmlOf("menu", Menu, { title, menu, sidebar }, jsonOf(menu) + JSON.stringify([title, sidebar])),
    header: here(
      htmlOf("header", Tools, {
        sidebar,
        homeButton,
        shortcuts,
        shortcutTitles,
        avatarUrl,
        greeting,
        userName,
        term: searchTerm(currentPath),
        currentPath: hereMark,
      }),
    ),
    tabs: here(htmlOf("tabs", Tabs, { tabs, currentPath: hereMark })),
  };
}

function searchTerm(address: string): string {
  const [path, query] = address.split("?");
  return path === "/search" ? (new URLSearchParams(query).get("q") ?? "") : "";
}

/** No address holds it: browsers and `cleanAddress` write such a letter as %EE%80%80. */
const hereMark = "\uE000";

/** A menu is the same for many pages. */
const jsonOf = keepByObject<MenuGroup[], string>(JSON.stringify);

const kept = new Map<string, string>();
const mostKept = 500;

function htmlOf<P extends object>(
  name: string,
  part: ComponentType<P>,
  shown: P,
  madeOf = JSON.stringify(shown),
): string {
  const key = name + madeOf;
  const html = kept.get(key) ?? markupOf(createElement(part, shown));
  kept.delete(key);
  kept.set(key, html);
  if (kept.size > mostKept) kept.delete(kept.keys().next().value!);
  return html;
}
