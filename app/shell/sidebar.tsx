import { ExternalLink } from "./external-link";
import { Icon } from "~/kit/page/screens/icon";
import type { MenuGroup, ShellData } from "./shell-data";
import styles from "./sidebar.module.css";

export function Sidebar({ shell }: { shell: ShellData }) {
  return (
    <nav
      className={styles.side}
      aria-label="主菜单"
      data-open={shell.sidebar === "open"}
      dangerouslySetInnerHTML={{ __html: shell.html.menu }}
    />
  );
}

/** The two-level menu; collapsed, a group shows its picture and opens beside the bar. */
export function Menu({ title, menu, sidebar }: Pick<ShellData, "title" | "menu" | "sidebar">) {
  return (
    <>
      <a className={styles.product} href="/" title={title}>
        <Icon name="bus" />
        <span>{title}</span>
      </a>
      <div className={styles.groups} data-keep-scroll="menu">
        {menu.map((group) => (
          <Group key={group.title} group={group} open={sidebar === "open"} />
        ))}
      </div>
    </>
  );
}

function Group({ group, open }: { group: MenuGroup; open: boolean }) {
  const active = group.items.some((item) => item.active);
  return (
    <details
      open={(open && active) || undefined}
      data-active={active || undefined}
      {...(open ? {} : { "data-menu": "" })}
    >
      <summary title={open ? undefined : group.title}>
        <Icon name={group.icon} />
        <span>{group.title}</span>
      </summary>
      <ul>
        {group.items.map(({ title, icon, href, active, external, closed }) => (
          <li key={href || title}>
            {closed ? (
              <span className={styles.closed}>
                <Icon name={icon} />
                {title}
                <small>{closed}</small>
              </span>
            ) : external ? (
              <ExternalLink href={href}>
                <Icon name={icon} />
                {title}
              </ExternalLink>
            ) : (
              <a href={href} aria-current={active ? "page" : undefined}>
                <Icon name={icon} />
                {title}
              </a>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
