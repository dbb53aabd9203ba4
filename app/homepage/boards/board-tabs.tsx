import styles from "./boards.module.css";

/** From the homepage to the pages of figures beside it and back, as far as a person may open them. */
export function BoardTabs({ tabs, at }: { tabs: readonly { path: string; title: string }[]; at: string }) {
  if (tabs.length < 2) return null;
  return (
    <nav className={styles.tabs} aria-label="首页和看板">
      {tabs.map(({ path, title }) => (
        <a key={path} href={path} aria-current={path === at ? "page" : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}
