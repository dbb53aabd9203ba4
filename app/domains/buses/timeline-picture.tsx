import drawn from "~/kit/page/charts/bars-in-time.module.css";
import styles from "./timeline.module.css";
import { laneHeight, namesWidth, type Picture, type Tone } from "./timeline";

const legend: [Tone, string][] = [
  ["quiet", "所属机构"],
  ["good", "正常"],
  ["warn", "维修、扣车"],
  ["bad", "报废"],
  ["main", "主线路"],
  ["line", "其他授权线路"],
  ["plain", "设备"],
];

export function TimelinePicture({ picture, title }: { picture: Picture; title: string }) {
  const { height, ticks, now, groups, lanes, bars } = picture;
  return (
    <figure className={drawn.drawing}>
      <svg width="100%" height={height} role="img" aria-label={`${title}；内容见下表`}>
        {groups.map((group) => (
          <rect key={group.title} className={styles.group} x="0" y={group.y} width="100%" height={group.height} />
        ))}
        {ticks.map(({ x, label }) => (
          <g key={x}>
            <line className={styles.tick} x1={`${x}%`} x2={`${x}%`} y1={20} y2={height - 8} />
            <text className={styles.date} x={`${x}%`} y={14}>
              {label}
            </text>
          </g>
        ))}
        {lanes.map(({ title: name, y }, place) => (
          <svg key={place} x="0" y={y} width={`${namesWidth - 0.6}%`} height={laneHeight}>
            <title>{name}</title>
            {name !== lanes[place - 1]?.title && (
              <text className={styles.name} x={8} y={17}>
                {name}
              </text>
            )}
          </svg>
        ))}
        {bars.map(({ x, width, y, label, title: tooltip, tone, named }, place) => (
          <svg
            key={place}
            className={drawn.bar}
            data-tone={tone}
            x={`${x}%`}
            y={y}
            width={`${width}%`}
            height={laneHeight - 6}
          >
            <title>{tooltip}</title>
            <rect width="100%" height="100%" rx={3} />
            {named && (
              <text x={6} y={14}>
                {label}
              </text>
            )}
          </svg>
        ))}
        {now !== null && <line className={styles.now} x1={`${now}%`} x2={`${now}%`} y1={18} y2={height - 8} />}
      </svg>
      <figcaption>
        {legend
          .filter(([tone]) => bars.some((bar) => bar.tone === tone))
          .map(([tone, label]) => (
            <span key={tone} className={drawn.key} data-tone={tone}>
              {label}
            </span>
          ))}
        {now !== null && (
          <span className={drawn.key} data-tone="now">
            今天
          </span>
        )}
      </figcaption>
    </figure>
  );
}
