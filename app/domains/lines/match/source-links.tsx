import styles from "../lines.module.css";
import type { MatchSource } from "./match-sources";

interface SourceLinksProps {
  sources: readonly { source: string; sourceName: string; used: boolean; open: boolean; reason: string }[];
  chosen: boolean;
  sourceUrl: (source: MatchSource | undefined) => string;
}

export function SourceLinks({ sources, chosen, sourceUrl }: SourceLinksProps) {
  return (
    <ul className={styles.sources} aria-label="路径来源">
      {sources.map(({ source, sourceName, used, open, reason }) => (
        <li key={source} aria-current={used || undefined}>
          <strong>{sourceName}</strong>
          {used ? "（本次使用）" : ""}
          {reason && `：${reason}`}
          {!used && open && (
            <>
              {" "}
              <a href={sourceUrl(source as MatchSource)}>改用{sourceName}</a>
            </>
          )}
        </li>
      ))}
      {chosen && (
        <li>
          <a href={sourceUrl(undefined)}>恢复自动选择来源</a>
        </li>
      )}
    </ul>
  );
}
