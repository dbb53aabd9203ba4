import { OnceField } from "~/kit/page/forms/once";
import type { TroubleProps } from "./trouble-screen";
import { importUrl } from "./urls";

/** The visible sheets of a workbook that were not read, each with a way to an import of its own. */
export function UnreadSheets({ row, mayImport }: Pick<TroubleProps, "row" | "mayImport">) {
  const { sheet, sheets = [] } = row.preview ?? {};
  const unread = sheets.flatMap(({ name, hidden }) => (hidden || name === sheet ? [] : name));
  if (unread.length === 0) return null;
  return (
    <form method="post" action={`${importUrl(row)}/also`} className="notice warn">
      <OnceField />
      只读取了工作表“{sheet}”，还有 {unread.length} 个工作表没有读取：{unread.join("、")}。
      {mayImport &&
        row.hasFile &&
        unread.slice(0, 12).map((name) => (
          <span key={name}>
            {" "}
            <button name="sheet" value={name} className="button">
              也导入“{name}”
            </button>
          </span>
        ))}
      {row.state === "preview" && mayImport && (
        <>
          {" "}
          <a href={`${importUrl(row)}/columns`}>换一个工作表</a>
        </>
      )}
    </form>
  );
}
