import { useLocation } from "@remix-run/react";
import { Heading } from "./heading";
import { Section } from "./detail-screen";
import { type RecordChange, type Difference, differencesOf } from "./differences";
import { HistoryFilter, isAsked, readAsked } from "./history-filter";
import styles from "./conflict-screen.module.css";

export interface HistoryChange extends RecordChange {
  historyId: string;
  action: string;
  recordVersion: number;
  userName: string;
  reason: string | null;
  at: string;
  /** What of the record was changed, where it has parts. */
  about?: string;
  link?: { label: string; href: string };
  /** Fields that its record can be given back as they were before. */
  restorable?: string[];
}

interface HistoryScreenProps {
  changes: HistoryChange[];
  labels: Record<string, string>;
  show: (name: string, value: unknown) => string;
  /** The form of the record that gives a field back. */
  restoreAt?: (historyId: string, name: string) => string;
}

export const historyActions: Record<string, string> = {
  create: "新增",
  update: "修改",
  delete: "删除",
  restore: "恢复",
  import: "导入",
  purge: "彻底删除",
};

const mostUnfolded = 6;

/** A record's changes, the newest first, narrowed by what the address asks for: days, person, field. */
export function HistoryScreen({ changes, labels, show, restoreAt }: HistoryScreenProps) {
  const asked = readAsked(useLocation().search);
  const read = changes.map((change) => ({ change, found: differencesOf(change, labels, show) }));
  const rows = read.filter(({ change, found }) => isAsked(asked, change, found));
  return (
    <>
      <Heading />
      {changes.length > 0 && <HistoryFilter asked={asked} changes={read} />}
      {changes.length === 0 && <p className="quiet">没有修改记录。</p>}
      {changes.length > 0 && rows.length === 0 && (
        <p className="quiet">
          没有符合条件的修改。<a href="?">清除全部条件</a>
        </p>
      )}
      {rows.map(({ change, found }) => (
        <Section
          key={change.historyId}
          actions={change.link && <a href={change.link.href}>{change.link.label}</a>}
          title={`${change.at} ${change.userName} ${historyActions[change.action] ?? change.action}${change.about ? ` ${change.about}` : ""}`}
        >
          {change.reason && <p>修改原因：{change.reason}</p>}
          {change.action === "create" && found.length > mostUnfolded ? (
            <details>
              <summary>{found.length} 个字段</summary>
              <Differences change={change} found={found} restoreAt={restoreAt} />
            </details>
          ) : (
            <Differences change={change} found={found} restoreAt={restoreAt} />
          )}
        </Section>
      ))}
    </>
  );
}

function Differences({
  change: { historyId, before, restorable = [] },
  found,
  restoreAt,
}: { change: HistoryChange; found: Difference[] } & Pick<HistoryScreenProps, "restoreAt">) {
  if (found.length === 0) return <p className="quiet">没有字段变化。</p>;
  const offers = restoreAt !== undefined && found.some(({ name }) => name && restorable.includes(name));
  return (
    <table className={styles.table}>
      <caption className="unseen">修改的字段</caption>
      {found.some(({ words }) => words === undefined) && (
        <thead>
          <tr>
            <th scope="col">字段</th>
            {before && <th scope="col">修改前</th>}
            <th scope="col">{before ? "修改后" : "内容"}</th>
            {offers && <th scope="col">操作</th>}
          </tr>
        </thead>
      )}
      <tbody>
        {found.map(({ name, label, was, is, words }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {words === undefined && before && <td>{was}</td>}
            <td colSpan={words !== undefined && before ? 2 : 1}>{words ?? is}</td>
            {offers && (
              <td>
                {name && restorable.includes(name) && (
                  <a href={restoreAt(historyId, name)} aria-label={`恢复${label}“${was || "空"}”`}>
                    恢复此值
                  </a>
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
