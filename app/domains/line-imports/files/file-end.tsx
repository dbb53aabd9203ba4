import { CountsTable } from "~/kit/page/import-flow/counts-table";
import { ImportDone, ImportEnd } from "~/kit/page/import-flow/import-end";
import { UnwrittenProblems } from "~/kit/page/import-flow/import-problems";
import { FILE_CRS_LABELS } from "~/transit/geo/file-crs";
import { importUrl, lineImportsUrl } from "../urls";
import type { ShownFile } from "./load-file.server";
import { countRows, type FileResult, uses } from "./schema";

export function FileEnd({ row, mayImport }: Pick<ShownFile, "row" | "mayImport">) {
  const retry = row.state === "failed" && row.fileKey !== null;
  const result = row.state === "done" ? row.result : null;
  return (
    <>
      <ImportEnd
        row={row}
        backTo={lineImportsUrl}
        another={mayImport ? { href: lineImportsUrl, retry: retry ? `${importUrl(row)}/retry` : undefined } : undefined}
      >
        {result && <Result result={result} />}
      </ImportEnd>
      {result && <UnwrittenProblems {...result} />}
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
