import type { Difference } from "./differences";
import styles from "./as-of.module.css";

interface HistoryFilterFields {
  from: string;
  to: string;
  who: string;
  field: string;
}

interface ReadChange {
  change: { at: string; userName: string };
  found: readonly Difference[];
}

export function readAsked(search: string): HistoryFilterFields {
  const query = new URLSearchParams(search);
  const text = (name: string) => (query.get(name) ?? "").trim().slice(0, 64);
  return { from: text("from"), to: text("to"), who: text("who"), field: text("field") };
}

export const isAsked = (
  { from, to, who, field }: HistoryFilterFields,
  { at, userName }: ReadChange["change"],
  found: ReadChange["found"],
) =>
  (!from || at.slice(0, 10) >= from) &&
  (!to || at.slice(0, 10) <= to) &&
  (!who || userName === who) &&
  (!field || found.some(({ label }) => label === field));

export function HistoryFilter({ asked, changes }: { asked: HistoryFilterFields; changes: readonly ReadChange[] }) {
  const people = new Set([...changes.map(({ change }) => change.userName), ...(asked.who ? [asked.who] : [])]);
  const fields = new Set([...changes.flatMap(({ found }) => found.map(({ label }) => label))]);
  return (
    <form method="get" className={styles.asOf} role="search">
      <label>
        从 <input type="date" name="from" defaultValue={asked.from} />
      </label>
      <label>
        到 <input type="date" name="to" defaultValue={asked.to} />
      </label>
      <Choice name="who" label="操作人" values={people} chosen={asked.who} />
      <Choice name="field" label="字段" values={fields} chosen={asked.field} />
      <button className="button">查找</button>
      {Object.values(asked).some(Boolean) && <a href="?">清除</a>}
    </form>
  );
}

function Choice({ name, label, values, chosen }: { name: string; label: string; values: Set<string>; chosen: string }) {
  return (
    <label>
      {label}{" "}
      <select name={name} defaultValue={chosen}>
        <option value="">全部</option>
        {[...values].map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </select>
    </label>
  );
}
