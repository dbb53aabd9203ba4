import styles from "./small-bars.module.css";

export interface SmallBar {
  name: string;
  value: number;
  /** How many of the value are bad. */
  bad?: number;
}

const [width, gap, height] = [10, 3, 36];

/** A few bars beside a figure, without axes: the values stand in the label and over each bar. */
export function SmallBars({ label, unit, bars }: { label: string; unit: string; bars: readonly SmallBar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const tall = (value: number) => (value === 0 ? 0 : Math.max(1.5, (value / most) * height));
  const words = ({ name, value, bad }: SmallBar) => `${name} ${value} ${unit}${bad ? `，其中 ${bad}` : ""}`;
  return (
    <svg
      className={styles.bars}
      role="img"
      aria-label={`${label}：${bars.map(words).join("；")}`}
      viewBox={`0 0 ${bars.length * (width + gap) - gap} ${height + 1}`}
      preserveAspectRatio="none"
    >
      {bars.map((bar, nth) => {
        const at = { x: nth * (width + gap), width };
        return (
          <g key={bar.name}>
            <title>{words(bar)}</title>
            <rect {...at} y={0} height={height + 1} className={styles.room} />
            <rect {...at} y={height - tall(bar.value)} height={tall(bar.value) + 1} className={styles.value} />
            {bar.bad ? (
              <rect {...at} y={height - tall(bar.bad)} height={tall(bar.bad) + 1} className={styles.bad} />
            ) : null}
          </g>
        );
      })}
    </svg>
  );
}
