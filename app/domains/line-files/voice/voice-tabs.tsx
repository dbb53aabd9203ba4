import type { VoiceAsked } from "./load-voice.server";
import styles from "./voice.module.css";

/** The directions of a file, as links that keep the page. */
export function VoiceTabs({ tabs, current }: Pick<VoiceAsked, "tabs"> & { current: number }) {
  if (tabs.length === 0) return <p className="notice">这个线路分类还没有站点，请先在线路管理中编辑站点。</p>;
  return (
    <div className={styles.tabs}>
      <nav aria-label="方向">
        {tabs.map(({ direction, directionName }) => (
          <a key={direction} href={`?direction=${direction}`} aria-current={direction === current ? "page" : undefined}>
            {directionName}
          </a>
        ))}
      </nav>
    </div>
  );
}
