import { sql, type Transaction } from "kysely";
import { readContent, readServices, requireVariant, versionsOf } from "~/domains/line-versions/queries.server";
import type { DirectionService } from "~/domains/line-versions/timetable/services-along";
import { timetableInShort } from "~/domains/line-versions/timetable/timetable-words";
import { inForce } from "~/domains/line-versions/version-rows";
import { spellings } from "~/domains/lines/spellings";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, db, inTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { groupBy } from "~/kit/ground/group-by";
import { today } from "~/kit/ground/time/today.server";
import { createYielder } from "~/kit/ground/yield-regularly";
import { type Proposal, shortenProposal } from "~/kit/page/import-flow/proposal";
import type { FileLine, FileProblem, LineFile } from "~/transit/line-files/shape";
import type { TripService } from "~/transit/gtfs/trip-service";
import { directionLabel } from "../network/content";
import { replaceTimetable } from "../network/change.server";

/** What a timetable's table says of one direction of a stored line, and what that has. */
interface PlannedDirection {
  lineName: string;
  classifySid: string;
  versionUuid: string;
  direction: 1 | 2;
  label: string;
  /** All of the direction's services as they would be. */
  after: DirectionService[];
  before: DirectionService[];
}

/** A version whose timetable an import has replaced, with what it had, and its number as the import left it. */
export interface ReplacedTimetable {
  lineName: string;
  classifySid: string;
  versionUuid: string;
  left: number;
  services: DirectionService[];
}

export async function compareTimetables(
  viewer: Viewer,
  file: LineFile,
): Promise<{ lines: Proposal; problems: FileProblem[] }> {
  const { planned, problems } = await planTimetables(viewer, file, db());
  const all: Omit<Proposal, "counts"> = { new: [], changed: [], unchanged: [] };
  for (const one of planned) {
    const [now, was] = [one.after, one.before].map((services) => timetableInShort(services)[one.direction]!);
    const kind = isSame(one) ? "unchanged" : one.before.length === 0 ? "new" : "changed";
    all[kind].push({
      name: `${one.lineName} ${one.label}`,
      detail: kind === "changed" ? `${now}（原为 ${was}）` : now!,
    });
  }
  return { lines: shortenProposal(all), problems };
}

/** Writes the departures into the versions in force; directions, and days of the week, of which the table says nothing keep what they have. */
export function applyTimetables(
  viewer: Viewer,
  file: LineFile,
): Promise<{ lines: Proposal["counts"]; problems: FileProblem[]; replaced: ReplacedTimetable[] }> {
  return inTransaction(async (trx) => {
    const { planned, problems } = await planTimetables(viewer, file, trx);
    const lines = { new: 0, changed: 0, unchanged: 0 };
    for (const one of planned) lines[isSame(one) ? "unchanged" : one.before.length === 0 ? "new" : "changed"]++;
    const due = groupBy(
      planned.filter((one) => !isSame(one)),
      ({ classifySid }) => classifySid,
    );
    const replaced: ReplacedTimetable[] = [];
    for (const [classifySid, directions] of [...due].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const said = new Set(directions.map(({ direction }) => direction));
      const row = await writeTimetable(trx, viewer, classifySid, (stored) => [
        ...stored.filter(({ direction }) => !said.has(direction)),
        ...directions.flatMap(({ after }) => after),
      ]);
      if (row) replaced.push({ lineName: directions[0]!.lineName, ...row });
    }
    return { lines, problems, replaced };
  });
}

/** Gives versions back the timetables that an import has replaced, but for those that were changed since, which are named. */
export function undoTimetables(
  viewer: Viewer,
  replaced: readonly ReplacedTimetable[],
): Promise<{ restored: number; kept: { name: string; why: string }[] }> {
  return inTransaction(async (trx) => {
    const kept: { name: string; why: string }[] = [];
    for (const { lineName, classifySid, versionUuid, left, services } of replaced) {
      const now = (await versionsOf(classifySid, today(), trx)).find((one) => one.versionUuid === versionUuid);
      if (now?.version === left) await writeTimetable(trx, viewer, classifySid, () => services, versionUuid);
      else kept.push({ name: `线路“${lineName}”`, why: "导入以后又被修改" });
    }
    return { restored: replaced.length - kept.length, kept };
  });
}

async function writeTimetable(
  trx: Transaction<DB>,
  viewer: Viewer,
  classifySid: string,
  make: (stored: DirectionService[]) => DirectionService[],
  versionUuid?: string,
): Promise<Omit<ReplacedTimetable, "lineName"> | undefined> {
  await requireVariant(viewer, { classifySid }, trx, true);
  const versions = await versionsOf(classifySid, today(), trx);
  const row = versionUuid ? versions.find((one) => one.versionUuid === versionUuid) : inForce(versions);
  if (!row) return undefined;
  const services = await readServices(trx, [row.versionUuid]);
  const content = await readContent(trx, row.versionUuid);
  await replaceTimetable(trx, viewer, { ...row, content }, make(services));
  const { rows } = await sql<{ version: number }>`
    select version from line_version where version_uuid = ${row.versionUuid}`.execute(trx);
  return { classifySid, versionUuid: row.versionUuid, left: rows[0]!.version, services };
}

interface StoredVersion {
  lineUuid: string;
  lineName: string;
  lineId: string | null;
  lineType: number;
  classifySid: string;
  versionUuid: string | null;
  directions: number[];
}

async function planTimetables(
  viewer: Viewer,
  { lines }: LineFile,
  on: Database,
): Promise<{ planned: PlannedDirection[]; problems: FileProblem[] }> {
  const stored = await storedLines(viewer, lines, on);
  const byNumber = groupBy(stored, ({ lineId }) => lineId ?? "");
  const byName = groupBy(stored, ({ lineName }) => lineName);
  const services = groupBy(
    await readServices(
      on,
      stored.flatMap(({ versionUuid }) => versionUuid ?? []),
    ),
    ({ versionUuid }) => versionUuid,
  );
  const turn = createYielder();
  const planned: PlannedDirection[] = [];
  const problems: FileProblem[] = [];
  for (const line of lines) {
    await turn();
    const found =
      (line.ref && byNumber.get(line.ref)) || spellings(line.name).flatMap((name) => byName.get(name) ?? []);
    const [one, other] = found;
    const tell = (text: string) => problems.push({ where: "", text: `“${line.name}”：${text}` });
    if (!one) tell("没有叫这个名称或编号的线路，没有导入");
    else if (other) tell(`有 ${found.length} 条线路可能是它，请在文件中写线路编号`);
    else if (!one.versionUuid) tell("线路现在没有生效的版本，时刻表要写在生效的版本里");
    else
      for (const { direction = 1, services: said = [] } of line.directions) {
        const label = directionLabel(one.lineType, direction);
        if (!one.directions.includes(direction)) {
          tell(`线路没有${direction === 1 ? "上行" : "下行"}的站点，这个方向没有导入`);
          continue;
        }
        if (planned.some((other) => other.classifySid === one.classifySid && other.direction === direction)) {
          tell(`与文件中的另一条线路是同一条（“${one.lineName}”），${label}没有导入，请用同一个名称`);
          continue;
        }
        const before = (services.get(one.versionUuid) ?? []).filter((service) => service.direction === direction);
        planned.push({
          lineName: one.lineName,
          classifySid: one.classifySid,
          versionUuid: one.versionUuid,
          direction,
          label,
          before,
          after: afterwards(before, said, direction),
        });
      }
  }
  return { planned, problems };
}

/** The primary variants of lines that a table may mean, with the version in force. */
async function storedLines(viewer: Viewer, lines: readonly FileLine[], on: Database): Promise<StoredVersion[]> {
  const names = [...new Set(lines.flatMap(({ name }) => spellings(name)))];
  const numbers = lines.flatMap(({ ref }) => ref ?? []);
  const found = await sql<StoredVersion>`
    select line.line_uuid, line_name, line_id, line_type, c.classify_sid, v.version_uuid,
      coalesce((select array_agg(distinct direction) from line_station ls where ls.version_uuid = v.version_uuid), '{}') as directions
    from line join line_classify c on c.main_uuid = line.line_uuid and c.sort_type = 1 and c.deleted_at is null
      left join line_version v on v.classify_sid = c.classify_sid and v.deleted_at is null and v.valid @> ${today()}::date
    where line.deleted_at is null and ${inScope(viewer, sql`line.org_id`)} and (line_name = any(${names}) or line_id = any(${numbers}))
    order by line.line_uuid`.execute(on);
  return found.rows;
}

/** A direction's services with those of a table in the place of what runs on the same days of the week; running times of before go on. */
function afterwards(
  before: readonly DirectionService[],
  said: readonly TripService[],
  direction: 1 | 2,
): DirectionService[] {
  const taken = new Set(said.flatMap(({ weekdays }) => weekdays));
  const legs = before.find((one) => one.legs)?.legs ?? null;
  const left = before.flatMap((one) => {
    const weekdays = one.weekdays.filter((weekday) => !taken.has(weekday));
    return weekdays.length > 0 || one.added.length > 0 ? [{ ...one, weekdays }] : [];
  });
  return [...said.map((one) => ({ ...one, legs, direction })), ...left];
}

const isSame = ({ before, after }: PlannedDirection): boolean => keyOf(before) === keyOf(after);

const keyOf = (services: readonly DirectionService[]): string =>
  JSON.stringify(
    services
      .map(({ weekdays, from, to, added, removed, departures, frequencies }) =>
        JSON.stringify([weekdays, from, to, added, removed, departures, frequencies]),
      )
      .sort(),
  );
