import styles from "./count-tiles.module.css";

/** One way of narrowing a list, with how much it would leave. */
export interface CountTile {
  label: string;
  /** Undefined while it is still being counted. */
  count: number | undefined;
  href: string;
  isCurrent: boolean;
  /** What it means that there are some. */
  look?: "good" | "warn" | "bad";
}

/** Counts above a list that narrow it; the one chosen is let go by pressing it again. */
export function CountTiles({ tiles, label }: { tiles: readonly CountTile[]; label: string }) {
  return (
    <nav className={styles.tiles} aria-label={label}>
      {tiles.map((tile) => (
        <a
          key={tile.label}
          href={tile.href}
          aria-current={tile.isCurrent ? "true" : undefined}
          data-look={tile.count ? tile.look : undefined}
        >
          <strong>{tile.count === undefined ? "…" : tile.count.toLocaleString("zh-CN")}</strong> {tile.label}
        </a>
      ))}
    </nav>
  );
}
