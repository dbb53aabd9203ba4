import { readLineView } from "~/domains/parameters/queries.server";
import { directionName, type DirectionView } from "~/domains/parameters/schema";
import { type Transaction } from "kysely";
import { checkPath } from "~/domains/roads/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { type DirectionContent, readContent, stationsOf, type StoredPath } from "../content.server";
import { writeContent } from "../write-content.server";
import { kilometresText } from "~/domains/lines/labels";
import { lineKeys, lockLine } from "~/domains/lines/queries.server";
import { matchStateOf } from "../match-state";
import { lengthOf } from "../sequence/measure";
import { labelOf, matchStates, standings } from "~/domains/lines/schema";
import { authorOf, type VersionRow } from "../version-rows";
import { snapshotOf } from "../snapshot.server";
import { lockVariant, variantsOf } from "../versions.server";
import { withDistances } from "../with-distances";
import type { RefreshedLine } from "./schema";
import { changedBy, writeVersion } from "../write-version.server";

/** Works out anew what follows from stations, paths and roads: search keys, distances, lengths and match figures of drafts and of what is in force now or later. */
export async function refreshLines(viewer: Viewer, lineUuids: readonly string[]): Promise<RefreshedLine[]> {
  const view = await readLineView();
  const refreshed: RefreshedLine[] = [];
  for (const lineUuid of new Set(lineUuids))
    refreshed.push(await inTransaction((trx) => refreshLine(trx, viewer, lineUuid, view)));
  return refreshed;
}

async function refreshLine(
  trx: Transaction<DB>,
  viewer: Viewer,
  lineUuid: string,
  view: DirectionView,
): Promise<RefreshedLine> {
  const { lineName, lineType } = await lockLine(trx, viewer, lineUuid);
  const changes = await refreshKeys(trx, lineUuid);
  for (const { classifySid, classifyName } of await variantsOf(viewer, lineUuid, trx)) {
    // Held, so that nobody saves between what is read here and what is written.
    const { versions } = await lockVariant(trx, viewer, { classifySid });
    for (const version of versions) {
      if (version.standing === "past") continue;
      const which = `${classifyName}${version.standing === "effective" ? "" : `（${labelOf(standings, version.standing)}）`}`;
      const changed = await refreshVersion(trx, viewer, version);
      changes.push(
        ...changed.map(
          ({ direction, what }) => `${which} ${directionName(lineType, direction, view)}：${what.join("，")}`,
        ),
      );
    }
  }
  return { lineUuid, lineName, changed: changes.length > 0, changes };
}

/** Pinyin, initials, search grams and the order of names stay out of history: they say nothing new. */
async function refreshKeys(trx: Transaction<DB>, lineUuid: string): Promise<string[]> {
  const { pinyin, initials, searchGrams, nameOrder, ...line } = await trx
    .selectFrom("line")
    .select(["lineName", "lineId", "lineDeviceNo", "pinyin", "initials", "searchGrams", "nameOrder"])
    .where("lineUuid", "=", lineUuid)
    .executeTakeFirstOrThrow();
  const keys = lineKeys(line);
  if (
    keys.pinyin === pinyin &&
    keys.initials === initials &&
    keys.nameOrder === nameOrder &&
    String([...keys.searchGrams].sort()) === String([...searchGrams].sort())
  )
    return [];
  await trx.updateTable("line").set(keys).where("lineUuid", "=", lineUuid).execute();
  return ["拼音与检索"];
}

interface DirectionChange {
  direction: DirectionContent["direction"];
  what: string[];
}

async function refreshVersion(trx: Transaction<DB>, viewer: Viewer, version: VersionRow): Promise<DirectionChange[]> {
  const before = await readContent(trx, version.versionUuid);
  const stations = await stationsOf(trx, before);
  const after: DirectionContent[] = [];
  for (const one of before)
    after.push(withDistances({ ...one, path: one.path && (await refreshedPath(viewer, one.path)) }, stations));
  const changed = after
    .map((one, at) => ({ direction: one.direction, what: differences(before[at]!, one) }))
    .filter(({ what }) => what.length > 0);
  if (changed.length === 0) return [];
  await writeContent(trx, [{ versionUuid: version.versionUuid, content: after }]);
  const snapshot = {
    before: snapshotOf(version, before, stations, false),
    after: snapshotOf(version, after, stations, false),
  };
  const author = authorOf(viewer, viewer.reason ?? "重新计算");
  await writeVersion(trx, author, version, changedBy(author), snapshot);
  return changed;
}

async function refreshedPath(viewer: Viewer, path: StoredPath): Promise<StoredPath> {
  const mileage = lengthOf(path.points);
  // What nobody ever laid on the roads claims no match.
  if (path.matchRatio === null) return { ...path, mileage };
  const matchRatio = Number((await checkPath(viewer, path.points)).ratio.toFixed(4));
  const found = matchStateOf(path.gaps, matchRatio, []);
  return {
    ...path,
    mileage,
    matchRatio,
    matchState: path.matchState === "white-list" && found !== "full" ? "white-list" : found,
  };
}

function differences(before: DirectionContent, after: DirectionContent): string[] {
  const moved = after.rows.filter((row, at) => row.distance !== before.rows[at]!.distance).length;
  const [was, is] = [before.path, after.path];
  if (!was || !is) return moved > 0 ? [`${moved} 站的距离`] : [];
  return [
    ...(was.mileage === is.mileage ? [] : [`里程 ${kilometresText(was.mileage)} → ${kilometresText(is.mileage)}`]),
    ...(moved > 0 ? [`${moved} 站的距离`] : []),
    ...(was.matchState === is.matchState && was.matchRatio === is.matchRatio
      ? []
      : [`匹配 ${matchText(was)} → ${matchText(is)}`]),
  ];
}

const matchText = ({ matchState, matchRatio }: StoredPath) =>
  `${labelOf(matchStates, matchState)}${matchRatio === null ? "" : ` ${Number((matchRatio * 100).toFixed(2))}%`}`;
