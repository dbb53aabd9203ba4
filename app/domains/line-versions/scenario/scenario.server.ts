import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { findVersionDetail, loadVersionInForce } from "../detail.server";
import { requireLine, seenLines } from "~/domains/lines/queries.server";
import { getVariantParam } from "../params/params.server";
import type { DirectionDetail, VersionDetail } from "../schema";
import type { LineRow } from "~/domains/lines/schema";
import { findConflicts } from "./conflicts.server";
import { addDemands, demandOf, intervalIn, type Run } from "./model";
import { mostDrafts, type Scenario, type Service } from "./schema";
import { findTouchedStations } from "./touched-stations.server";

type Asked = Service & { versionUuid: string };

/** The drafts of some lines, with one more than are counted at once where there are more. */
export async function draftsOfLines(viewer: Viewer, lineUuids: readonly string[]): Promise<string[]> {
  const found = await sql<{ versionUuid: string }>`
    select v.version_uuid from line_version v join line_classify c using (classify_sid) join line on line.line_uuid = c.main_uuid
    where v.state = 'draft' and v.deleted_at is null and c.deleted_at is null and line.deleted_at is null and ${seenLines(viewer)}
      and line.line_uuid = any(${[...lineUuids]}) order by line.name_order, c.sort_type, v.planned_for nulls first limit ${mostDrafts + 1}`.execute(
    db(),
  );
  return found.rows.map(({ versionUuid }) => versionUuid);
}

/** What drafts would take in buses and kilometres beside what runs today, which stations lose or gain lines by them, and what stands in their way. */
export async function countScenario(viewer: Viewer, asked: readonly Asked[]): Promise<Scenario> {
  const drafts: VersionDetail[] = [];
  for (const { versionUuid } of asked) drafts.push(await requireDraft(viewer, versionUuid));
  const rows: Scenario["rows"] = [];
  for (const [at, draft] of drafts.entries()) rows.push(await rowOf(viewer, draft, asked[at]!, drafts));
  const stations = await findTouchedStations(drafts);
  return {
    rows,
    now: addDemands(rows.map(({ now }) => now)),
    draft: addDemands(rows.map(({ draft }) => draft)),
    stations,
    gaining: stations.filter(({ gains }) => gains.length > 0).length,
    losing: stations.filter(({ loses }) => loses.length > 0).length,
    unserved: stations.filter(({ lines }) => lines === 0).length,
  };
}

async function requireDraft(viewer: Viewer, versionUuid: string): Promise<VersionDetail> {
  const found = await db()
    .selectFrom("lineVersion")
    .select("classifySid")
    .where("versionUuid", "=", versionUuid)
    .where("state", "=", "draft")
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (!found) throw problem.missing("草稿");
  return findVersionDetail(viewer, { classifySid: found.classifySid }, versionUuid);
}

async function rowOf(
  viewer: Viewer,
  draft: VersionDetail,
  sent: Asked,
  drafts: readonly VersionDetail[],
): Promise<Scenario["rows"][number]> {
  const { lineUuid, lineName, classifySid, classifyName, sortType, plannedFor } = draft;
  const line = await requireLine(viewer, lineUuid);
  const running = await loadVersionInForce(viewer, { classifySid });
  const { effective } = await getVariantParam(viewer, { classifySid, versionUuid: draft.versionUuid! });
  const usual = {
    interval: intervalIn(line.departureInterval) ?? usualInterval,
    layover: effective.standbyMinutes ?? usualLayover,
  };
  const [interval, layover] = [sent.intervalMinutes ?? usual.interval, sent.layoverMinutes ?? usual.layover];
  const directions = draft.directions.map((one) => {
    const now = running.directions.find(({ direction }) => direction === one.direction);
    const given = one.direction === 1 ? sent.upMinutes : sent.downMinutes;
    return {
      direction: one.direction,
      directionName: one.directionName,
      runMinutes: given ?? minutesOf(one, now),
      runMinutesNow: now ? minutesOf(now) : null,
      mileage: lengthOf(one),
      mileageNow: now ? lengthOf(now) : null,
    };
  });
  const runs = (km: "mileage" | "mileageNow", minutes: "runMinutes" | "runMinutesNow") =>
    directions.map((one): Run => ({ km: one[km], minutes: one[minutes], ...timesOf(line, one.direction) }));
  return {
    ...{ lineUuid, lineName, classifySid, classifyName, sortType, plannedFor, versionUuid: draft.versionUuid! },
    ...{ intervalMinutes: interval, layoverMinutes: layover, directions },
    now: running.versionUuid ? demandOf(runs("mileageNow", "runMinutesNow"), usual) : null,
    draft: demandOf(runs("mileage", "runMinutes"), { interval, layover }),
    conflicts: await findConflicts(viewer, draft, line, drafts),
  };
}

const usualInterval = 10;
const usualLayover = 5;
/** Kilometres an hour with stops, where nothing is known of a line's running time. */
const usualSpeed = 18;

/** A direction without stations is not run. */
const lengthOf = ({ stationList, pathMileage, mileage }: DirectionDetail) =>
  stationList.length > 1 ? (pathMileage ?? mileage) : null;

/** Minutes from end to end: those of its stations, at the speed of what runs today where only the way has changed. */
function minutesOf(one: DirectionDetail, now?: DirectionDetail): number | null {
  const km = lengthOf(one);
  if (km === null) return null;
  const own = lastSecond(one);
  const [nowKm, nowSeconds] = now ? [lengthOf(now), lastSecond(now)] : [null, null];
  const seconds = nowKm && nowSeconds && (own === null || own === nowSeconds) ? (nowSeconds / nowKm) * km : own;
  return Math.round(seconds ? seconds / 60 : (km / usualSpeed) * 60);
}

const lastSecond = ({ stationList }: DirectionDetail) => stationList.at(-1)?.duration ?? null;

function timesOf({ directions }: LineRow, direction: number) {
  const { first, last } = directions.find((one) => one.direction === direction) ?? { first: null, last: null };
  return { first, last };
}
