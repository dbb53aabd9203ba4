import { Heading } from "./heading";
import { Section } from "./detail-screen";
import styles from "./conflict-screen.module.css";

export interface HistoryChange {
  historyId: string;
  action: string;
  recordVersion: number;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  userName: string;
  reason: string | null;
  at: string;
  /** What of the record was changed, where it has parts. */
  about?: string;
  /** Differences that are told whole, not as one value before and one after. */
  told?: { label: string; words: string }[];
  link?: { label: string; href: string };
}

interface HistoryScreenProps {
  changes: HistoryChange[];
  labels: Record<string, string>;
  show: (name: string, value: unknown) => string;
}

const actions: Record<string, string> = {
  create: "新增",
  update: "修改",
  delete: "删除",
  restore: "恢复",
  import: "导入",
};

export function HistoryScreen({ changes, labels, show }: HistoryScreenProps) {
  return (
    <>
      <Heading />
      {changes.length === 0 && <p className="quiet">没有修改记录。</p>}
      {changes.map((change) => (
        <Section
          key={change.historyId}
          actions={change.link && <a href={change.link.href}>{change.link.label}</a>}
          title={`${change.at} ${change.userName} ${actions[change.action] ?? change.action}${change.about ? ` ${change.about}` : ""}`}
        >
          {change.reason && <p>原因：{change.reason}</p>}
          <Differences change={change} labels={labels} show={show} />
        </Section>
      ))}
    </>
  );
}

function Differences({ change, labels, show }: { change: HistoryChange } & Omit<HistoryScreenProps, "changes">) {
  const { before, after, told = [] } = change;
  const names = Object.keys(labels).filter(
    (name) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after?.[name] ?? null),
  );
  if (names.length === 0 && told.length === 0) return <p className="quiet">没有字段变化。</p>;
  return (
    <table className={styles.table}>
      {names.length > 0 && (
        <thead>
          <tr>
            <th scope="col">字段</th>
            {before && <th scope="col">修改前</th>}
            <th scope="col">{before ? "修改后" : "内容"}</th>
          </tr>
        </thead>
      )}
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">{labels[name]}</th>
            {before && <td>{show(name, before[name])}</td>}
            <td>{after ? show(name, after[name]) : ""}</td>
          </tr>
        ))}
        {told.map(({ label, words }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td colSpan={before ? 2 : 1}>{words}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
