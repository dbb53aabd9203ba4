import styles from "./share-bar.module.css";

export interface Share {
  label: string;
  count: number;
  look: "good" | "accent" | "warn" | "bad" | "quiet" | "faint";
  href?: string;
}

/** Parts of a whole: a stacked bar, and the figures in words, which lead to the parts where they have an address. */
export function ShareBar({ shares, empty }: { shares: readonly Share[]; empty: string }) {
  const shown = shares.filter(({ count }) => count > 0);
  const total = shown.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return <span className="quiet">{empty}</span>;
  const inWords = shown.map(({ label, count }) => `${label} ${count}`).join("，");
  return (
    <span className={styles.shares} title={inWords}>
      <svg className={styles.bar} viewBox={`0 0 ${total} 1`} preserveAspectRatio="none" aria-hidden="true">
        {shown.map(({ label, count, look }, nth) => (
          <rect
            key={label}
            data-look={look}
            x={shown.slice(0, nth).reduce((sum, before) => sum + before.count, 0)}
            width={count}
            height={1}
          />
        ))}
      </svg>
      <small>
        {shown.map(({ label, count, href }, nth) => (
          <span key={label}>
            {nth > 0 && "，"}
            {href ? <a href={href}>{`${label} ${count}`}</a> : `${label} ${count}`}
          </span>
        ))}
      </small>
    </span>
  );
}
