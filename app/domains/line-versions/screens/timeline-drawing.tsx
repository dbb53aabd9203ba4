import drawn from "~/kit/page/charts/bars-in-time.module.css";
import { barHeight, type TimelinePicture } from "../times/timeline";
import styles from "./versions.module.css";

const legend = [
  ["past", "已失效"],
  ["effective", "生效中"],
  ["planned", "待生效"],
  ["gap", "停运"],
  ["draft", "草稿"],
] as const;

const tones: Record<string, string> = { past: "quiet", effective: "good", planned: "line", gap: "gap", draft: "warn" };

/** The versions of a variant in time; the table below says the same in words. */
export function TimelineDrawing({
  picture,
  title,
  hrefOf,
}: {
  picture: TimelinePicture;
  title: string;
  hrefOf: (versionUuid: string) => string;
}) {
  const { height, barTop, ticks, bars, drafts } = picture;
  const shown = new Set<string>([...bars.map(({ tone }) => tone), ...(drafts.length > 0 ? ["draft"] : [])]);
  return (
    <figure className={drawn.drawing}>
      <svg width="100%" height={height} role="group" aria-label={`${title}；内容见下表`}>
        {bars.map(({ x, width, label, title: tooltip, tone, versionUuid }) => {
          const bar = (
            <svg
              key={x}
              className={drawn.bar}
              data-tone={tones[tone]}
              x={`${x}%`}
              y={barTop}
              width={`${width}%`}
              height={barHeight}
            >
              <title>{tooltip}</title>
              <rect width="100%" height="100%" rx={3} />
              {width > 6 && (
                <text x={8} y={20}>
                  {label}
                </text>
              )}
            </svg>
          );
          return versionUuid ? (
            <a key={x} href={hrefOf(versionUuid)} tabIndex={-1}>
              {bar}
            </a>
          ) : (
            bar
          );
        })}
        {ticks.map(({ x, y, label, today }) => (
          <g key={x} className={today ? styles.today : styles.tick}>
            <line x1={`${x}%`} x2={`${x}%`} y1={y + 2} y2={height - 4} />
            <text x={`${x}%`} dx={3} y={y}>
              {label}
            </text>
          </g>
        ))}
        {drafts.map(({ x, y, label, title: tooltip, versionUuid }) => (
          <a key={versionUuid} href={hrefOf(versionUuid)} tabIndex={-1}>
            <svg
              className={drawn.bar}
              data-tone={tones.draft}
              x={`${x}%`}
              y={y}
              width={52}
              height={20}
              overflow="visible"
            >
              <title>{tooltip}</title>
              <rect width={52} height={20} rx={10} />
              <text x={14} y={14}>
                {label}
              </text>
            </svg>
          </a>
        ))}
      </svg>
      <figcaption>
        {legend
          .filter(([tone]) => shown.has(tone))
          .map(([tone, label]) => (
            <span key={tone} className={drawn.key} data-tone={tones[tone]}>
              {label}
            </span>
          ))}
        <span className="quiet">横向间距不按比例</span>
      </figcaption>
    </figure>
  );
}
