import { CountsTable } from "~/kit/page/import-flow/counts-table";
import { ImportDone, ImportEnd } from "~/kit/page/import-flow/import-end";
import { UnwrittenProblems } from "~/kit/page/import-flow/import-problems";
import { undoneInWords, UndoneNotice } from "~/kit/page/import-flow/undone-notice";
import { FILE_CRS_LABELS } from "~/transit/geo/file-crs";
import { importUrl, lineImportsUrl } from "../urls";
import type { ShownFile } from "./load-file.server";
import { countRows, type FileResult, uses } from "./schema";

export function FileEnd({ row, mayImport, mayUndo }: Pick<ShownFile, "row" | "mayImport" | "mayUndo">) {
  const retry = row.state === "failed" && row.fileKey !== null;
  const result = row.state === "done" ? row.result : null;
  return (
    <>
      <ImportEnd
        row={row}
        title={row.undoneAt ? "已撤销" : undefined}
        backTo={lineImportsUrl}
        another={mayImport ? { href: lineImportsUrl, retry: retry ? `${importUrl(row)}/retry` : undefined } : undefined}
      >
        {result && !row.undoneAt && <Result result={result} />}
        {result?.undone && (
          <UndoneNotice
            by={row.undoneByName}
            said={
              result.use === "timetables"
                ? `${result.undone.restoredLines ?? 0} 条线路恢复原来的时刻表`
                : undoneInWords(result.undone)
            }
            {...result.undone}
          />
        )}
        {mayUndo && (
          <p>
            <a className="button danger" href={`${importUrl(row)}/undo`}>
              撤销导入
            </a>
          </p>
        )}
      </ImportEnd>
      {result && !row.undoneAt && <UnwrittenProblems {...result} />}
    </>
  );
}

function Result({ result }: { result: FileResult }) {
  const { lines, stations, use, crs } = result;
  const unchanged = [lines, stations].every((part) => !part || part.new + part.changed === 0);
  const links = [
    { href: "/line/line-management", label: "查看线路" },
    ...(stations ? [{ href: "/station/station-management", label: "查看站点" }] : []),
  ];
  return (
    <ImportDone
      unchanged={unchanged}
      said={use === "timetables" ? `${uses[use]}。` : `${uses[use]}，坐标系 ${FILE_CRS_LABELS[crs]}。`}
      links={links}
    >
      <CountsTable rows={countRows(result)} />
    </ImportDone>
  );
}
