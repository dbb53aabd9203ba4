import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";
import type { VersionDetail } from "../schema";
import type { Scenario } from "./schema";

interface Call {
  staUuid: string;
  staName: string;
  staSelfCode: string;
  lineUuid: string;
  classifySid: string;
}

/** The stations at which some drafts change which lines call, in the order of their numbers. */
export async function findTouchedStations(drafts: readonly VersionDetail[]): Promise<Scenario["stations"]> {
  const planned = drafts.flatMap(({ lineUuid, classifySid, directions }) =>
    directions.flatMap(({ stationList }) =>
      stationList.map(({ staUuid, staName, staSelfCode }) => ({
        staUuid,
        staName,
        staSelfCode,
        lineUuid,
        classifySid,
      })),
    ),
  );
  const variants = drafts.map(({ classifySid }) => classifySid);
  const names = new Map(drafts.map(({ lineUuid, lineName }) => [lineUuid, lineName]));
  const running = await callsToday(
    variants,
    planned.map(({ staUuid }) => staUuid),
  );
  const stays = running.filter(({ classifySid }) => !variants.includes(classifySid));
  const [before, after] = [linesByStation(running), linesByStation([...stays, ...planned])];
  const known = new Map([...running, ...planned].map((call) => [call.staUuid, call]));
  const named = (lines: Set<string>, without: Set<string>) =>
    [...lines].filter((line) => !without.has(line)).map((line) => names.get(line) ?? "");
  return [...known.values()]
    .map(({ staUuid, staName, staSelfCode }) => {
      const [then, now] = [after, before].map((lines) => lines.get(staUuid) ?? new Set<string>()) as [
        Set<string>,
        Set<string>,
      ];
      const changes = { gains: named(then, now), loses: named(now, then), lines: then.size };
      return { staUuid, staName, staSelfCode, ...changes };
    })
    .filter(({ gains, loses }) => gains.length + loses.length > 0)
    .sort((a, b) => a.staSelfCode.localeCompare(b.staSelfCode));
}

/** Every line's calls at the stations that these variants call at today, and at these others. */
async function callsToday(variants: readonly string[], stations: readonly string[]): Promise<Call[]> {
  const found = await sql<Call>`
    with running as (select ls.sta_uuid, c.main_uuid as line_uuid, c.classify_sid from line_version v join line_classify c using (classify_sid)
      join line l on l.line_uuid = c.main_uuid join line_station ls using (version_uuid)
      where v.state = 'effective' and v.valid @> ${today()}::date and v.deleted_at is null and c.deleted_at is null and l.deleted_at is null)
    select distinct s.sta_uuid, s.sta_name, s.sta_self_code, r.line_uuid, r.classify_sid from running r join station s using (sta_uuid)
    where r.sta_uuid = any(${[...stations]}) or r.sta_uuid in (select sta_uuid from running where classify_sid = any(${[...variants]}))`.execute(
    db(),
  );
  return found.rows;
}

function linesByStation(calls: readonly Call[]): Map<string, Set<string>> {
  const lines = new Map<string, Set<string>>();
  for (const { staUuid, lineUuid } of calls) lines.set(staUuid, (lines.get(staUuid) ?? new Set()).add(lineUuid));
  return lines;
}
