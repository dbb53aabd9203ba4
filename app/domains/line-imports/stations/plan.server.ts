import { beginWith, directionsOf } from "~/domains/lines/queries.server";
import { editedContent, type DirectionContent } from "~/domains/line-versions/queries.server";
import { readLineView } from "~/domains/parameters/queries.server";
import { offsetsToRoads } from "~/domains/roads/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, db } from "~/kit/data/db/pool.server";
import { digestOf } from "~/kit/ground/digest.server";
import { arranged, type MatchedEntry } from "./arrange";
import { type StationChoices, isLocated } from "./choices";
import { describeColumns } from "./columns";
import { type DirectionPlan, planDirection } from "./direction-plan.server";
import { knownStations, stationsByKey } from "./known-stations.server";
import { matchEntries } from "./match";
import { doubtPlaces, numberNew } from "./new-stations.server";
import type { StationPreview, DirectionPreview, PreviewRow } from "./preview";
import type { ReadTable } from "./read-table.server";
import { reportRows, type RowReport } from "./row-report";
import { textOf } from "./cell-text";
import { directionsFromZero, rowsOfLine } from "./line-rows";
import { readEntry, type Reading } from "./row-values";
import type { RowProblem } from "./station-entry";

const mostListed = 2000;

/** Works out what a file's rows mean for a variant; nothing is written. */
export async function planStations(viewer: Viewer, choices: StationChoices, table: ReadTable, on: Database = db()) {
  const { columns } = choices;
  const [{ variant, current, plannedFor, content }, view] = await Promise.all([
    editedContent(viewer, choices, on),
    readLineView(),
  ]);
  const directionNames = directionsOf(variant.lineType, beginWith(view, variant.own.startDirection));
  const report = reportRows(columns);
  const { problems } = report;
  const { body, ofLine, entries } = entriesOfTable({ choices, table, variant, directionNames, report });
  const [crs, known] = await Promise.all([
    offsetsToRoads(
      viewer,
      entries.flatMap(({ point }) => (point ? [point] : [])),
    ),
    knownStations(on, entries),
  ]);
  const { near, picks, prefix } = choices;
  const { matches, added } = matchEntries(entries, { known, near, picks, report });
  await numberNew(on, added, prefix, report);
  const matched = entries.map((entry, at): MatchedEntry => ({ entry, match: matches[at]! }));
  const kept = await stationsByKey(
    on,
    content.flatMap(({ rows }) => rows.map(({ staUuid }) => staUuid)),
  );
  const places = new Map([
    ...known.map((station) => [station.staUuid, station] as const),
    ...kept,
    ...added.map((station) => [station.key, { staUuid: station.key, ...station }] as const),
  ]);
  const directions = ([1, 2] as const).flatMap((direction): DirectionPlan[] => {
    const calls = arranged(
      matched.filter(({ entry }) => entry.direction === direction),
      columns.serial !== undefined,
      report,
    );
    return calls.length === 0
      ? []
      : [
          planDirection({
            lineType: variant.lineType,
            direction,
            calls,
            before: content[direction - 1]!.rows,
            places,
            columns,
            report,
          }),
        ];
  });
  await doubtPlaces(added, crs.points > 0, report);

  problems.sort((a, b) => Number(b.level === "error") - Number(a.level === "error") || a.row - b.row);
  const began = current?.version ?? 0;
  const count = (how: string) => matches.filter((match) => match.how === how).length;
  const levels = worstOf(problems);
  return {
    added,
    directions,
    problems,
    preview: {
      sheets: table.sheets,
      sheet: table.sheet ?? null,
      columns: describeColumns(table.rows, choices.headerRow),
      rows: entries.length,
      otherLines: body.length - ofLine.length,
      crs,
      began,
      into: intoWords(current?.standing, plannedFor),
      counts: {
        code: count("code"),
        name: count("name"),
        chosen: count("chosen"),
        new: added.length,
        ask: count("ask"),
        errors: problems.filter(({ level }) => level === "error").length,
        warnings: problems.filter(({ level }) => level === "warning").length,
      },
      directions: directions.map((one) =>
        shownDirection(one, { directionNames, content: content[one.direction - 1]!, places, levels }),
      ),
      problems: problems.slice(0, mostListed),
      digest: digestOf({
        began,
        versionUuid: current?.versionUuid,
        added,
        directions: directions.map(({ direction, rows }) => ({ direction, rows })),
        crs: choices.crs,
      }),
    } satisfies StationPreview,
  };
}

function intoWords(standing: string | undefined, plannedFor: string | null): string {
  const day = plannedFor ? `（${plannedFor} 起）` : "";
  if (standing === "draft") return `已有的草稿${day}`;
  return standing === undefined
    ? "新的草稿"
    : `新的草稿${day}，从${standing === "planned" ? "待生效" : "现行"}版本开始`;
}

interface TableFacts extends Pick<Reading, "directionNames"> {
  choices: StationChoices;
  table: ReadTable;
  variant: Parameters<typeof rowsOfLine>[2];
  report: RowReport;
}

function entriesOfTable({ choices, table, variant, directionNames, report }: TableFacts) {
  const { columns } = choices;
  if (columns.staName === undefined && columns.staSelfCode === undefined)
    report.error(choices.headerRow, "staName", "请在“列与选项”中选择站名或站点编号所在的列");
  if (choices.direction === "file" && columns.direction === undefined)
    report.error(choices.headerRow, "direction", "请选择方向所在的列，或选定一个方向");

  if (choices.headerRow === 0 && columns.staSelfCode === undefined && !isLocated(choices))
    report.problems.push({
      row: 0,
      column: "",
      level: "warning",
      message: "没有认出列名，各列按内容猜测；请在“各列的内容”中核对，或在第一行写上站名、站点编号、经度、纬度等列名",
    });

  const body = table.rows.filter(({ row }) => row > choices.headerRow);
  const ofLine = rowsOfLine(body, columns, variant);
  const fromZero = directionsFromZero(ofLine, columns);
  const own = (["staName", "staSelfCode", "lng", "lat", "place"] as const).flatMap((name) => columns[name] ?? []);
  const filled = ofLine.filter(({ cells }) => own.some((at) => textOf(cells[at] ?? null) !== ""));
  const entries = filled.map((row) =>
    readEntry(row, { columns, crs: choices.crs, direction: choices.direction, directionNames, fromZero }, report),
  );
  if (entries.length === 0)
    report.problems.push({
      row: choices.headerRow,
      column: "",
      level: "error",
      message:
        ofLine.length < body.length && ofLine.length === 0
          ? `文件中没有线路“${variant.lineName}”的行，请核对“线路”列`
          : "没有找到站点，请检查文件、工作表和各列的选择",
    });
  return { body, ofLine, entries };
}

interface StationPlanInput {
  directionNames: readonly { direction: number; directionName: string }[];
  content: DirectionContent;
  places: ReadonlyMap<string, { staSelfCode: string; staName: string; lng: number; lat: number }>;
  levels: ReadonlyMap<number, RowProblem["level"]>;
}

const mostShown = 500;

function shownDirection(
  { direction, calls, rows }: DirectionPlan,
  { directionNames, content, places, levels }: StationPlanInput,
): DirectionPreview {
  const now = new Set(content.rows.map(({ staUuid }) => staUuid));
  const then = new Set(rows.map(({ staUuid }) => staUuid));
  const nameOf = (key: string) => places.get(key)?.staName ?? "（已删除）";
  return {
    direction,
    directionName: directionNames.find((one) => one.direction === direction)?.directionName ?? "下行",
    rows: calls.slice(0, mostShown).map(({ entry, match }, at): PreviewRow => {
      const station = match.key === null ? undefined : places.get(match.key);
      return {
        row: entry.row,
        serial: at + 1,
        how: match.how,
        staUuid: match.how === "new" ? null : match.key,
        staSelfCode: station?.staSelfCode ?? entry.staSelfCode,
        staName: station?.staName ?? entry.staName,
        lng: station?.lng ?? entry.place?.[0] ?? null,
        lat: station?.lat ?? entry.place?.[1] ?? null,
        metres: match.metres,
        candidates: match.candidates,
        level: levels.get(entry.row) ?? null,
      };
    }),
    more: Math.max(0, calls.length - mostShown),
    before: content.rows.length,
    added: [...then].filter((key) => !now.has(key)).map(nameOf),
    removed: [...now].filter((key) => !then.has(key)).map(nameOf),
    path: content.path?.points ?? [],
  };
}

function worstOf(problems: readonly RowProblem[]): Map<number, RowProblem["level"]> {
  const worst = new Map<number, RowProblem["level"]>();
  for (const { row, level } of problems) if (worst.get(row) !== "error") worst.set(row, level);
  return worst;
}
