import { useLocation } from "@remix-run/react";
import styles from "./as-of.module.css";

interface AsOfProps {
  /** The day that the page shows; undefined: today. */
  asOf: string | undefined;
  query?: Record<string, string | number | null | undefined>;
}

/** Asks for the day whose network a page shows, and says so where it is not today's. */
export function AsOf({ asOf, query = {} }: AsOfProps) {
  const kept = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const asked = new URLSearchParams(useLocation().search).get("asOf");
  const today = new URLSearchParams(kept.map(([name, value]) => [name, String(value)])).toString();
  return (
    <form method="get" className={styles.asOf}>
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
      {!asOf && asked && <span role="alert">“{asked.slice(0, 20)}”不是日期，显示的是今天的线网</span>}
      {asOf && (
        <strong>
          按 {asOf} 的线网显示，<a href={`?${today}`}>回到今天</a>
        </strong>
      )}
      <label>
        日期 <input type="date" name="asOf" defaultValue={asOf} />
      </label>
      <button className="button">查看</button>
    </form>
  );
}
