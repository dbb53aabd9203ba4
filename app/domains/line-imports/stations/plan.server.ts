import { createHash } from "node:crypto";
import { beginWith, directionsOf } from "~/domains/lines/queries.server";
import { editedContent } from "~/domains/line-versions/queries.server";
import { readLineView } from "~/domains/parameters/queries.server";
import { offsetsToRoads } from "~/domains/roads/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, db } from "~/kit/data/db/pool.server";
import { arranged, type MatchedEntry } from "./arrange";
import { isLocated, type StationChoices } from "./choices";
import { stationColumns, type StationColumn } from "./columns";
import { type DirectionPlan, planDirection } from "./direction-plan.server";
import { knownStations, stationsByKey } from "./known-stations.server";
import { directionsFromZero, rowsOfLine } from "./line-rows";
import { matchEntries, type NewStation } from "./match";
import { doubtPlaces, numberNew } from "./new-stations.server";
import type { StationPreview } from "./preview";
import { shownDirection } from "./preview-rows";
import type { ReadTable } from "./read-table.server";
import { textOf } from "./cell-text";
import { columnWords, readEntry, type RowProblem } from "./row-values";

export interface StationPlan {
  preview: StationPreview;
  added: NewStation[];
  directions: DirectionPlan[];
  problems: RowProblem[];
}

const mostListed = 2000;

/** Works out what a file's rows mean for a variant; nothing is written. */
export async function planStations(
  viewer: Viewer,
  choices: StationChoices,
  table: ReadTable,
  on: Database = db(),
): Promise<StationPlan> {
  const { columns } = choices;
  const [{ variant, current, plannedFor, content }, view] = await Promise.all([
    editedContent(viewer, choices, on),
    readLineView(),
  ]);
  const directionNames = directionsOf(variant.lineType, beginWith(view, variant.own.startDirection));
  const problems: RowProblem[] = [];
  const report = (problem: RowProblem) => problems.push(problem);
  const columnOf = (name: StationColumn) => columnWords(columns, name);
  const whole = (name: StationColumn, message: string) =>
    report({ row: choices.headerRow, column: stationColumns[name].label, message, level: "error" });
  if (columns.staName === undefined && columns.staSelfCode === undefined)
    whole("staName", "请在“列与选项”中选择站名或站点编号所在的列");
  if (choices.direction === "file" && columns.direction === undefined)
    whole("direction", "请选择方向所在的列，或选定一个方向");

  if (choices.headerRow === 0 && columns.staSelfCode === undefined && !isLocated(choices))
    report({
      ...{ row: 0, column: "", level: "warning" },
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
    report({
      row: choices.headerRow,
      column: "",
      level: "error",
      message:
        ofLine.length < body.length && ofLine.length === 0
          ? `文件中没有线路“${variant.lineName}”的行，请核对“线路”列`
          : "没有找到站点，请检查文件、工作表和各列的选择",
    });

  const [crs, known] = await Promise.all([
    offsetsToRoads(
      viewer,
      entries.flatMap(({ point }) => (point ? [point] : [])),
    ),
    knownStations(on, entries),
  ]);
  const { matches, added } = matchEntries(entries, {
    known,
    near: choices.near,
    picks: choices.picks,
    columnOf,
    report,
  });
  await numberNew(on, added, choices.prefix, { columnOf, report });
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
      { ordered: columns.serial !== undefined, columnOf, report },
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
  await doubtPlaces(added, crs.points > 0, { columnOf, report });

  problems.sort((a, b) => Number(b.level === "error") - Number(a.level === "error") || a.row - b.row);
  const began = current?.version ?? 0;
  const count = (how: string) => matches.filter((match) => match.how === how).length;
  const header = table.rows.find(({ row }) => row === choices.headerRow)?.cells ?? [];
  const levels = worstOf(problems);
  return {
    added,
    directions,
    problems,
    preview: {
      sheets: table.sheets,
      sheet: table.sheet ?? null,
      columns: Array.from(
        { length: Math.max(0, ...table.rows.slice(0, 200).map(({ cells }) => cells.length)) },
        (_, at) => ({
          at,
          header: textOf(header[at] ?? null).slice(0, 30),
          sample: textOf(body.find(({ cells }) => textOf(cells[at] ?? null) !== "")?.cells[at] ?? null).slice(0, 20),
        }),
      ),
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
    },
  };
}

function worstOf(problems: readonly RowProblem[]): Map<number, RowProblem["level"]> {
  const worst = new Map<number, RowProblem["level"]>();
  for (const { row, level } of problems) if (worst.get(row) !== "error") worst.set(row, level);
  return worst;
}

function intoWords(standing: string | undefined, plannedFor: string | null): string {
  const day = plannedFor ? `（${plannedFor} 起）` : "";
  if (standing === "draft") return `已有的草稿${day}`;
  return standing === undefined
    ? "新的草稿"
    : `新的草稿${day}，从${standing === "planned" ? "待生效" : "现行"}版本开始`;
}

function digestOf(plan: object): string {
  return createHash("sha256").update(JSON.stringify(plan)).digest("hex").slice(0, 32);
}
