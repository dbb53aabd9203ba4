import { CountsTable } from "~/kit/page/import-flow/counts-table";
import { ImportDone, ImportEnd } from "~/kit/page/import-flow/import-end";
import { UnwrittenProblems } from "~/kit/page/import-flow/import-problems";
import scrolled from "~/kit/page/tables/scrolled-table.module.css";
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
        {result?.undone && <Undone undone={result.undone} by={row.undoneByName} />}
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

function Undone({ undone, by }: { undone: NonNullable<FileResult["undone"]>; by: string | null }) {
  const { lines, stations, restored, kept, keptCount } = undone;
  return (
    <>
      <p role="status" className={keptCount > 0 ? "notice warn" : "notice good"}>
        {by}已撤销导入：{lines} 条新线路、{stations} 个新站点移到回收站，{restored} 个站点恢复为导入以前的内容
        {keptCount > 0 && `；${keptCount} 条没有撤销`}。
      </p>
      {kept.length > 0 && (
        <div className={scrolled.scroller} tabIndex={0} role="region" aria-label="没有撤销的线路和站点">
          <table className={scrolled.texts}>
            <caption className="unseen">没有撤销的线路和站点</caption>
            <thead>
              <tr>
                <th scope="col">没有撤销的</th>
                <th scope="col">原因</th>
              </tr>
            </thead>
            <tbody>
              {kept.map(({ name, why }, at) => (
                <tr key={at}>
                  <td>{name}</td>
                  <td>{why}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {keptCount > kept.length && <p className="quiet">只列出前 {kept.length} 条。</p>}
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
    <ImportDone unchanged={unchanged} said={`${uses[use]}，坐标系 ${FILE_CRS_LABELS[crs]}。`} links={links}>
      <CountsTable rows={countRows(result)} />
    </ImportDone>
  );
}
