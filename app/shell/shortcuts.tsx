import { Icon } from "~/kit/page/screens/icon";
import type { ShellData } from "./shell-data";
import styles from "./header.module.css";

type ShortcutBar = Pick<ShellData, "shortcuts" | "shortcutTitles">;

export function Shortcuts({ shortcuts, shortcutTitles }: ShortcutBar) {
  return (
    <nav aria-label="快捷菜单" className={styles.shortcuts} data-titles={shortcutTitles || undefined}>
      <ul data-order="/shortcuts" data-shell-tools>
        {shortcuts.map(({ path, href, title, icon }) => (
          <li key={path} data-path={path}>
            <a href={href} title={title} aria-label={title}>
              <Icon name={icon} />
              {shortcutTitles && <span>{shortTitle(title)}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** As many as fit beside a wide sidebar in 1024 pixels. */
const [fitting, fittingTitled] = [6, 3];

/** All of them with their titles, where some may not fit into the header. */
export function AllShortcuts({ shortcuts, shortcutTitles }: ShortcutBar) {
  if (shortcuts.length <= (shortcutTitles ? fittingTitled : fitting)) return null;
  return (
    <details className={styles.all} data-menu="">
      <summary aria-label={`全部 ${shortcuts.length} 个快捷菜单`}>
        <Icon name="down" />
      </summary>
      <div className="dropdown">
        {shortcuts.map(({ path, href, title, icon }) => (
          <a key={path} href={href}>
            <Icon name={icon} />
            {title}
          </a>
        ))}
      </div>
    </details>
  );
}

const shortTitle = (title: string) => title.replace(/(.)管理$/, "$1").slice(0, 4);
