import { ImportSteps } from "~/kit/page/import-flow/import-steps";
import { PlanNote } from "~/kit/room/sheets/plan-note";
import { OnceField } from "~/kit/page/forms/once";
import { ErrorSummary } from "~/kit/page/forms/form-parts";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { Heading, Section } from "~/kit/page/screens";
import { Pager } from "~/kit/page/tables/pager";
import type { TableState } from "~/kit/page/tables/state";
import { type AskedMeaning, previewTable, type RowKind, rowKinds, type ShownRows } from "./preview";
import { ChangedRows, NewRows, SameRows } from "./preview-tables";
import { Summary } from "./summary";
import { ConfirmForm } from "./schema";
import styles from "./sheet-imports.module.css";
import { ColumnNotes, type TroubleProps } from "./trouble-screen";
import { contradictingCrs } from "~/kit/room/sheets/sheet-places";
import { MeaningsSection } from "./meanings-section";
import { PlacesSection } from "./places-section";
import { UnreadSheets } from "./unread-sheets";
import { importUrl } from "./urls";
import { correctionForm, WrongRows } from "./wrong-rows";

interface Props extends TroubleProps {
  kind: RowKind;
  view: TableState;
  rows: ShownRows | null;
  meanings: AskedMeaning[];
  reply?: Reply;
}

export function PreviewScreen({ row, columns, mayImport, kind, view, rows, meanings, reply }: Props) {
  const url = importUrl(row);
  const { counts, places } = row.preview!;
  const isAsked = !row.crs && contradictingCrs(places) !== null;
  return (
    <>
      <Heading note={<ImportSteps at="check" />} title={`核对导入：${row.title}，${row.fileName}`}>
        {counts.wrong > 0 && (
          <>
            <a className="button" href={`${url}/amended`} download>
              下载带错误说明的原文件
            </a>
            <a className="button" href={`${url}/errors`} download>
              下载错误清单
            </a>
          </>
        )}
        {mayImport && (
          <a className="button" href={`${url}/columns`}>
            对应列
          </a>
        )}
        {mayImport && (
          <a className="button" href={`${url}/cancel`}>
            取消导入
          </a>
        )}
      </Heading>
      {isAsked && <PlacesSection row={row} mayImport={mayImport} />}
      <Section title="确认">
        <Notes row={row} columns={columns} mayImport={mayImport} />
        {mayImport && !isAsked && <Confirm row={row} reply={reply} />}
        {isAsked && <p>请先选择文件的坐标系。</p>}
      </Section>
      <MeaningsSection row={row} asked={meanings} />
      {!isAsked && <PlacesSection row={row} mayImport={mayImport} />}
      <Section title="内容">
        <nav className={styles.tabs} aria-label="行的种类">
          {(Object.keys(rowKinds) as RowKind[])
            .filter((one) => one !== "folded" || counts.folded)
            .map((one) => (
              <a key={one} href={`?kind=${one}`} aria-current={one === kind ? "page" : undefined}>
                {rowKinds[one]} {counts[one] ?? 0}
              </a>
            ))}
        </nav>
        {rows && <Rows row={row} kind={kind} view={view} rows={rows} mayImport={mayImport} />}
      </Section>
      <Section title="导入">
        <Summary row={row} />
      </Section>
    </>
  );
}

function Rows({
  row,
  kind,
  view,
  rows,
  mayImport,
}: Required<Pick<Props, "row" | "kind" | "view" | "mayImport">> & { rows: ShownRows }) {
  if (rows.total === 0) return <p className="quiet">没有{rowKinds[kind]}的行。</p>;
  return (
    <>
      {kind === "wrong" && (
        <WrongRows shown={rows} row={row} page={view.page} size={view.size} mayCorrect={mayImport} />
      )}
      {kind === "new" && <NewRows shown={rows} />}
      {kind === "changed" && <ChangedRows shown={rows} />}
      {kind === "same" && <SameRows shown={rows} />}
      {kind === "folded" && (
        <>
          <p className="quiet">这些行与前面编号相同的行内容完全相同，只导入一次。</p>
          <SameRows shown={rows} label="重复的行" />
        </>
      )}
      <Pager
        table={previewTable}
        state={view}
        total={rows.total}
        form={kind === "wrong" && mayImport ? correctionForm : undefined}
      />
    </>
  );
}

function Notes({ row, columns, mayImport }: Pick<Props, "row" | "columns" | "mayImport">) {
  const { hiddenRows, hiddenSheets, mergedRows = 0, before } = row.preview!;
  return (
    <>
      {before && (
        <p role="status" className="notice warn">
          {before.by}在 {before.at} 导入过完全相同的文件。<a href={importUrl(before)}>查看那次导入</a>
        </p>
      )}
      <PlanNote plan={row.preview!.plan} action={`${importUrl(row)}/columns`} mayImport={mayImport} />
      <ColumnNotes row={row} columns={columns} />
      <UnreadSheets row={row} mayImport={mayImport} />
      <EmptyCells row={row} mayImport={mayImport} />
      {hiddenRows + hiddenSheets.length + mergedRows > 0 && (
        <ul className={styles.notes}>
          {mergedRows > 0 && <li>{mergedRows} 行有合并单元格，合并的值已用于其中每一行。</li>}
          {hiddenRows > 0 && <li>文件中有 {hiddenRows} 个隐藏的行，也会导入，请一并核对。</li>}
          {hiddenSheets.length > 0 && <li>文件中有隐藏的工作表，没有读取：{hiddenSheets.join("、")}</li>}
        </ul>
      )}
    </>
  );
}

/** What empty cells do to what is stored, where there are any changes, and the other choice. */
function EmptyCells({ row, mayImport }: Pick<Props, "row" | "mayImport">) {
  const { keepsEmpty, emptied = 0, counts } = row.preview!;
  if (keepsEmpty === undefined || row.mode === "insert" || counts.changed + counts.same + emptied === 0) return null;
  return (
    <form
      method="post"
      action={`${importUrl(row)}/columns`}
      className={emptied > 0 ? "notice warn" : "notice"}
      aria-label="空单元格"
    >
      <OnceField />
      <input type="hidden" name="empty" value={keepsEmpty ? "clear" : "keep"} />
      {keepsEmpty
        ? "空单元格保持原样，不改动已有的内容。"
        : emptied > 0
          ? `空单元格会清空 ${emptied} 个已有的内容。`
          : "空单元格会清空已有的内容；这个文件没有要清空的。"}{" "}
      {mayImport && <button className="button">{keepsEmpty ? "改为清空，重新检查" : "改为保持原样，重新检查"}</button>}
    </form>
  );
}

function Confirm({ row, reply }: Pick<Props, "row" | "reply">) {
  const [form, fields] = useRoomForm(ConfirmForm, reply);
  const { new: fresh, changed, wrong } = row.preview!.counts;
  const good = fresh + changed;
  if (good === 0)
    return (
      <p className="notice warn">
        {wrong > 0
          ? "没有可以导入的行，请在下面改正错误，或改正文件后重新上传。"
          : "文件内容与已有数据完全相同，不需要导入。"}
      </p>
    );
  return (
    <form method="post" id={form.id} className={styles.actions}>
      <OnceField />
      <ErrorSummary form={form} />
      <button className="button primary">
        确认导入{fresh > 0 && `，新增 ${fresh} 条`}
        {changed > 0 && `，修改 ${changed} 条`}
      </button>
      {wrong > 0 && (
        <label>
          <input type="checkbox" id={fields.onlyGood.id} name={fields.onlyGood.name} /> 有错误的 {wrong} 行不导入
        </label>
      )}
    </form>
  );
}
