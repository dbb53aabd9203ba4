import styles from "./breadcrumb.module.css";

export interface Crumb {
  title: string;
  /** Where this level opens again, closing those above it; the last crumb has none. */
  href?: string;
}

export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  if (crumbs.length < 2) return null;
  return (
    <nav className={styles.crumbs} aria-label="当前位置">
      <ol>
        {crumbs.map(({ title, href }, index) => (
          <li key={index} title={title.length > 30 ? title : undefined}>
            {href && index < crumbs.length - 1 ? <a href={href}>{title}</a> : <span aria-current="page">{title}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
