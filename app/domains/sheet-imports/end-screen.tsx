import { ImportSteps } from "~/kit/page/import-flow/import-steps";
import { OnceField } from "~/kit/page/forms/once";
import { Heading, Section } from "~/kit/page/screens";
import { Pager } from "~/kit/page/tables/pager";
import type { TableState } from "~/kit/page/tables/state";
import type { ImportView } from "./load-import.server";
import { previewTable } from "./preview";
import type { Outcome } from "./preview-rows.server";
import { Summary } from "./summary";
import { ScrolledTable } from "./preview-tables";
import styles from "./sheet-imports.module.css";
import { UnreadSheets } from "./unread-sheets";
import { importsUrl, importUrl, listUrl } from "./urls";

export interface EndProps {
  row: ImportView;
  mayImport: boolean;
  mayUndo: boolean;
  view: TableState;
  outcomes: { rows: Outcome[]; total: number } | null;
}

export function EndScreen({ row, mayImport, mayUndo, view, outcomes }: EndProps) {
  const url = importUrl(row);
  const faults = row.counts.wrong + row.refused > 0;
  return (
    <>
      <Heading note={<ImportSteps at="done" />}>
        <a className="button" href={listUrl}>
          返回导入列表
        </a>
      </Heading>
      <Section title={row.stateName}>
        <Result row={row} />
        {row.state !== "cancelled" && <UnreadSheets row={row} mayImport={mayImport} />}
        <p className={styles.actions}>
          {row.state === "failed" && mayImport && row.hasFile && (
            <button className="button primary" form="retry">
              {row.confirmedByName ? "继续" : "重新检查"}
            </button>
          )}
          {faults && row.hasFile && (
            <a className="button" href={`${url}/amended`} download>
              下载带错误说明的原文件
            </a>
          )}
          {faults && (
            <a className="button" href={`${url}/errors`} download>
              下载错误清单
            </a>
          )}
          <a className="button" href={row.listUrl}>
            查看{row.noun}
          </a>
          {mayImport && (
            <a className="button" href={`${importsUrl}?template=${encodeURIComponent(row.templateCode)}`}>
              导入其他文件
            </a>
          )}
          {mayUndo && (
            <a className="button danger" href={`${url}/undo`}>
              撤销导入
            </a>
          )}
        </p>
        <form method="post" action={`${url}/retry`} id="retry">
          <OnceField />
        </form>
      </Section>
      {outcomes && outcomes.rows.length > 0 && (
        <Section title={row.state === "undone" ? "没有撤销的行" : "没有导入的行"}>
          <Outcomes rows={outcomes.rows} />
          <Pager table={previewTable} state={{ ...view, asked: {} }} total={outcomes.total} />
        </Section>
      )}
      <Section title="导入">
        <Summary row={row} />
      </Section>
    </>
  );
}

function Result({ row: { state, error, counts, refused, kept, noun } }: { row: ImportView }) {
  const { created, changed, same, wrong } = counts;
  if (state === "failed")
    return (
      <p role="alert" className="notice bad">
        {error}
      </p>
    );
  if (state === "cancelled") return <p role="status">导入已取消，没有改动任何数据。</p>;
  if (state === "undone")
    return (
      <p role="status" className={kept > 0 ? "notice warn" : "notice good"}>
        已撤销。
        {kept > 0
          ? `${kept} 条${noun}没有撤销，原因见下。`
          : `新增的 ${created} 条已移到回收站，修改的 ${changed} 条已恢复。`}
      </p>
    );
  const left = wrong + refused;
  const why = [wrong > 0 && `检查时有错误 ${wrong} 行`, refused > 0 && `导入时被拒绝 ${refused} 行`].filter(Boolean);
  return (
    <p role="status" className={left > 0 ? "notice warn" : "notice good"}>
      新增 {created} 条，修改 {changed} 条，相同 {same} 条{left > 0 && `；${left} 行没有导入（${why.join("，")}）`}。
    </p>
  );
}

function Outcomes({ rows }: { rows: readonly Outcome[] }) {
  return (
    <ScrolledTable label="没有处理的行" caption="导入结果" headers={["行", "编号", "原因"]}>
      {rows.map(({ row, code, message }) => (
        <tr key={row}>
          <td>{row}</td>
          <td>{code}</td>
          <td className={styles.wide}>{message}</td>
        </tr>
      ))}
    </ScrolledTable>
  );
}
