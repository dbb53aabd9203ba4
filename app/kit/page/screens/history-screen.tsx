import { Heading } from "./heading";
import { Section } from "./detail-screen";
import { type Changed, differencesOf } from "./differences";
import styles from "./conflict-screen.module.css";

export interface HistoryChange extends Changed {
  historyId: string;
  action: string;
  recordVersion: number;
  userName: string;
  reason: string | null;
  at: string;
  /** What of the record was changed, where it has parts. */
  about?: string;
  link?: { label: string; href: string };
}

interface HistoryScreenProps {
  changes: HistoryChange[];
  labels: Record<string, string>;
  show: (name: string, value: unknown) => string;
}

export const historyActions: Record<string, string> = {
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
          title={`${change.at} ${change.userName} ${historyActions[change.action] ?? change.action}${change.about ? ` ${change.about}` : ""}`}
        >
          {change.reason && <p>原因：{change.reason}</p>}
          <Differences change={change} labels={labels} show={show} />
        </Section>
      ))}
    </>
  );
}

function Differences({ change, labels, show }: { change: HistoryChange } & Omit<HistoryScreenProps, "changes">) {
  const found = differencesOf(change, labels, show);
  if (found.length === 0) return <p className="quiet">没有字段变化。</p>;
  const { before } = change;
  return (
    <table className={styles.table}>
      <caption className="unseen">修改的字段</caption>
      {found.some(({ told }) => told === undefined) && (
        <thead>
          <tr>
            <th scope="col">字段</th>
            {before && <th scope="col">修改前</th>}
            <th scope="col">{before ? "修改后" : "内容"}</th>
          </tr>
        </thead>
      )}
      <tbody>
        {found.map(({ label, was, is, told }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {told === undefined && before && <td>{was}</td>}
            <td colSpan={told !== undefined && before ? 2 : 1}>{told ?? is}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
