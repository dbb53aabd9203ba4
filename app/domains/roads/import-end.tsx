import { NamedLink } from "~/kit/page/screens/named-link";
import { CountsTable } from "~/kit/page/import-flow/counts-table";
import { ImportDone, ImportEnd } from "~/kit/page/import-flow/import-end";
import { undoneInWords, UndoneNotice } from "~/kit/page/import-flow/undone-notice";
import { UnwrittenProblems } from "~/kit/page/import-flow/import-problems";
import type { Counts } from "~/kit/page/import-flow/proposal";
import type { ImportState } from "~/kit/page/import-flow/import-states";
import type { ImportResult } from "./schema";
import { problemsInWords } from "./problem-words";
import { importsUrl, importUrl, roadsUrl } from "./urls";

interface Props {
  row: {
    importId: string;
    fileName: string;
    size: string;
    state: ImportState;
    error: string | null;
    created: string;
    createdByName: string;
    confirmedByName: string | null;
    finished: string;
    result: ImportResult | null;
    choices: { roadsOnly?: boolean };
    undoneByName: string | null;
  };
  retry: boolean;
  mayImport: boolean;
  mayUndo: boolean;
}

export function MapImportEnd({ row, retry, mayImport, mayUndo }: Props) {
  const result = row.state === "done" ? row.result : null;
  const links = [
    { href: "/line/line-management", label: "查看线路" },
    { href: "/station/station-management", label: "查看站点" },
  ];
  return (
    <>
      <ImportEnd
        row={row}
        title={result?.undone ? "已撤销" : undefined}
        backTo={roadsUrl}
        another={mayImport ? { href: importsUrl, retry: retry ? `${importUrl(row)}/retry` : undefined } : undefined}
      >
        {result?.undone && (
          <>
            <UndoneNotice
              by={row.undoneByName}
              said={`${result.undone.ways} 条道路恢复为导入以前的样子，${undoneInWords(result.undone)}`}
              kept={result.undone.kept}
              keptCount={result.undone.keptCount}
            />
            {result.undone.keptWays > 0 && (
              <p className="notice warn">
                {result.undone.keptWays} 条道路或转向限制在这次导入以后又被改过，保持现在的样子。
              </p>
            )}
            <BrokenPaths {...result} checked={result.undone.checked} />
          </>
        )}
        {result && !result.undone && (
          <ImportDone unchanged={unchanged(result)} links={links}>
            <CountsTable
              rows={[
                ["道路（条）", result.roads],
                ...(result.turns ? ([["转向限制", result.turns]] as const) : []),
                ["线路", result.lines],
                ["站点", result.stations],
              ]}
            />
            {row.choices.roadsOnly && <p>只导入了道路，没有导入公交线路和站点。</p>}
            <BrokenPaths {...result} />
          </ImportDone>
        )}
        {mayUndo && (
          <p>
            <a className="button danger" href={`${importUrl(row)}/undo`}>
              撤销导入
            </a>
          </p>
        )}
      </ImportEnd>
      {result?.problems && !result.undone && (
        <UnwrittenProblems problems={problemsInWords(result.problems)} problemCount={result.problemCount} />
      )}
    </>
  );
}

function BrokenPaths({ checked = 0, broken = [], asked = 0 }: ImportResult) {
  if (checked === 0 && asked === 0) return null;
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
  return (
    <div className={broken.length + asked > 0 ? "notice warn" : "notice good"}>
      <p>
        {broken.length === 0
          ? `已按新的道路检查 ${checked} 个线路方向，没有受到影响。`
          : `已按新的道路检查 ${checked} 个线路方向，其中 ${broken.length} 个不再完全在道路上：`}
        {asked > 0 && <a href="/line/line-tools/white-list?recheck=1">{`${asked} 段白名单路段需要再次确认`}</a>}
      </p>
      {broken.length > 0 && (
        <ul>
          {broken.slice(0, 200).map(({ checkKey, name, before, after }) => (
            <li key={checkKey}>
              <NamedLink href={`/line/line-tools/checks/${checkKey}`} name={name} />：{percent(before)} →{" "}
              {percent(after)} 在道路上
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function unchanged({ roads, turns, lines, stations }: ImportResult): boolean {
  const changes = [roads, lines, stations, ...(turns ? [turns] : [])] satisfies Counts[];
  return changes.every((part: Counts) => part.new + part.changed + (part.closed ?? 0) === 0);
}
