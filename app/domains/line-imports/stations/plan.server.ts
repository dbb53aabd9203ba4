import { beginWith, directionsOf } from "~/domains/lines/queries.server";
import { editedContent } from "~/domains/line-versions/queries.server";
import { readLineView } from "~/domains/parameters/queries.server";
import { offsetsToRoads } from "~/domains/roads/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, db } from "~/kit/data/db/pool.server";
import { digestOf } from "~/kit/ground/digest.server";
import { arranged, type MatchedEntry } from "./arrange";
import type { StationChoices } from "./choices";
import { describeColumns } from "./columns";
import { type DirectionPlan, planDirection } from "./direction-plan.server";
import { knownStations, stationsByKey } from "./known-stations.server";
import { entriesOfTable } from "./entries-of-table";
import { matchEntries } from "./match";
import { doubtPlaces, numberNew } from "./new-stations.server";
import type { StationPreview } from "./preview";
import { shownDirection, worstOf } from "./preview-rows";
import type { ReadTable } from "./read-table.server";
import { reportRows } from "./row-report";

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
