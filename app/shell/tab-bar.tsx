import type { CSSProperties } from "react";
import { Back } from "./back";
import { Icon } from "~/kit/page/screens/icon";
import type { ShellData, ShellTab } from "./shell-data";
import styles from "./tab-bar.module.css";

export function TabBar({ shell }: { shell: ShellData }) {
  const letters = shell.tabs.find(({ active }) => active)?.title.length ?? 0;
  return (
    <nav
      className={styles.bar}
      style={{ "--tabs": shell.tabs.length, "--letters": letters } as CSSProperties}
      aria-label="已打开的页面"
      data-back={shell.currentPath}
      dangerouslySetInnerHTML={{ __html: shell.html.tabs }}
    />
  );
}

/** Its tabs with their menu; with JavaScript they can also be dragged and have a context menu (tab-bar.client.ts). */
export function Tabs({ tabs, currentPath }: Pick<ShellData, "tabs" | "currentPath">) {
  const isMany = tabs.length > fitting;
  const place = tabs.findIndex((tab) => tab.active);
  return (
    <>
      {isMany && <Far to="first" label="最左边的标签页" sign="‹" />}
      <ul data-order="/tabs" data-shell-tools>
        {tabs.map((tab, at) => (
          <li
            key={tab.path}
            id={at === 0 ? "first-tab" : at === tabs.length - 1 ? "last-tab" : undefined}
            data-path={tab.path}
            data-current={tab.active || undefined}
            data-fixed={tab.closable ? undefined : ""}
            data-pinned={tab.inShortcuts || undefined}
          >
            <a href={tab.href} title={tab.title} aria-current={tab.active ? "page" : undefined}>
              {tab.title}
            </a>
            {tab.closable && (
              <form method="post" action="/tabs">
                <Back to={currentPath} />
                <input type="hidden" name="path" value={tab.path} />
                <button name="verb" value="close" aria-label={`关闭 ${tab.title}`}>
                  ×
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {isMany && <Far to="last" label={`最右边的标签页，共 ${tabs.length} 个`} sign="›" />}
      {place >= 0 && <TabMenu tabs={tabs} place={place} back={currentPath} />}
    </>
  );
}

/** Seen where the bar is too narrow for all tabs. */
function Far({ to, label, sign }: { to: "first" | "last"; label: string; sign: string }) {
  return (
    <a href={`#${to}-tab`} className={styles.more} data-to={to} aria-label={label} title={label}>
      {sign}
    </a>
  );
}

/** As many as fit beside a wide sidebar in 1024 pixels. */
const fitting = 8;

function TabMenu({ tabs, place, back }: { tabs: ShellTab[]; place: number; back: string }) {
  const [tab, count] = [tabs[place]!, tabs.length];
  return (
    <details className={styles.menu} data-menu="">
      <summary aria-label="当前标签页的操作">
        <Icon name="down" />
      </summary>
      <form method="post" action="/tabs" className="dropdown">
        <Back to={back} />
        <input type="hidden" name="path" value={tab.path} />
        <button name="verb" value="close" disabled={!tab.closable}>
          关闭标签页
        </button>
        <button name="verb" value="close-others">
          关闭其他
        </button>
        <button name="verb" value="close-right" disabled={place === count - 1}>
          关闭右侧
        </button>
        <button name="verb" value="add" formAction="/shortcuts" disabled={tab.inShortcuts}>
          添加到快捷菜单
        </button>
        <button name="verb" value="remove" formAction="/shortcuts" disabled={!tab.inShortcuts}>
          移除快捷菜单
        </button>
        <hr />
        <button form="tab-left" disabled={place === 0}>
          左移
        </button>
        <button form="tab-right" disabled={place === count - 1}>
          右移
        </button>
        {count > fitting && (
          <>
            <hr />
            {tabs.map(({ path, href, title }) => (
              <a key={path} href={href}>
                {title}
              </a>
            ))}
          </>
        )}
      </form>
      <MoveForm id="tab-left" path={tab.path} to={place - 1} back={back} />
      <MoveForm id="tab-right" path={tab.path} to={place + 1} back={back} />
    </details>
  );
}

function MoveForm({ id, path, to, back }: { id: string; path: string; to: number; back: string }) {
  return (
    <form id={id} method="post" action="/tabs">
      <Back to={back} />
      <input type="hidden" name="verb" value="move" />
      <input type="hidden" name="path" value={path} />
      <input type="hidden" name="to" value={to} />
    </form>
  );
}
