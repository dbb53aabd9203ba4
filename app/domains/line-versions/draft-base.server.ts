import { readLineView } from "~/domains/parameters/queries.server";
import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, db, inTransaction } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import { type DirectionContent, readContent, stationsOf } from "./content.server";
import { type Direction, directionsOf } from "~/domains/lines/directions";
import { type DirectionSave } from "./sent-directions";
import { saveInto } from "./drafts.server";
import { noParams, type RunningParams } from "./params/running-params";
import type { BaseForm, SequenceEntry } from "./schema";
import { heldOn } from "./times/periods";
import { draftAmong, type Variant, type VersionKey, type VersionRow } from "./version-rows";
import { livingVersions, lockVariant, paramsOfVersion, requireVariant } from "./versions.server";
import { type CallAtStation, changesInWords, stationChanges } from "./changes/differences";
import { mergedDirection, type ChangeOfSide } from "./changes/merge";

interface Sides {
  directions: (ChangeOfSide<DirectionContent> & { direction: Direction })[];
  params: ChangeOfSide<RunningParams | null>;
}

export interface BaseChange {
  ground: Pick<VersionRow, "versionUuid" | "version" | "validFrom" | "updatedByName" | "updatedAt"> | null;
  baseNumber: number | null;
  directions: { direction: Direction; directionName: string; mine: string; theirs: string; both: string | null }[];
  params: { mine: boolean; theirs: boolean };
}

export function groundOf(
  versions: readonly VersionRow[],
  draft: VersionRow,
): { ground: VersionRow | undefined; moved: boolean } {
  const day = draft.plannedFor && draft.plannedFor > today() ? draft.plannedFor : today();
  const ground = heldOn(versions, day);
  return { ground, moved: ground !== undefined && ground.versionUuid !== draft.baseUuid };
}

export async function baseChange(
  viewer: Viewer,
  key: VersionKey,
): Promise<{ variant: Variant; draft: VersionRow; change: BaseChange | null }> {
  const variant = await requireVariant(viewer, key);
  const versions = await livingVersions(variant, key.versionUuid);
  const draft = draftAmong(versions, key.versionUuid);
  return { variant, draft, change: await changeUnder(db(), variant, versions, draft) };
}

async function changeUnder(
  on: Database,
  variant: Variant,
  versions: readonly VersionRow[],
  draft: VersionRow,
): Promise<BaseChange | null> {
  const { ground, moved } = groundOf(versions, draft);
  if (!ground || !moved) return null;
  const [sides, view] = await Promise.all([sidesOf(on, draft, ground), readLineView()]);
  const names = await stationsOf(
    on,
    sides.directions.flatMap(({ base, mine, theirs }) => [base, mine, theirs]),
  );
  const describe = (before: DirectionContent, after: DirectionContent) => differenceInWords(before, after, names);
  const directions = directionsOf(variant.lineType, view).map((one) => {
    const { base, mine, theirs } = sides.directions[one.direction - 1]!;
    const [own, others, both] = [describe(base, mine), describe(base, theirs), mergedDirection({ base, mine, theirs })];
    return {
      ...one,
      mine: own,
      theirs: others,
      both: both && own !== "" && others !== "" ? `${describe(base, both)}，共 ${both.rows.length} 站` : null,
    };
  });
  const params = {
    mine: !same(sides.params.base, sides.params.mine),
    theirs: !same(sides.params.base, sides.params.theirs),
  };
  if (!params.theirs && directions.every(({ theirs }) => theirs === "")) return null;
  return { ground, baseNumber: draft.baseNumber, directions, params };
}

/** Takes over, direction by direction, what holds now (or what the draft began from) into the draft, which then stands on what holds now. */
export async function takeOver(
  viewer: Viewer,
  key: VersionKey,
  { take1, take2, takeParams, version, reason }: BaseForm,
): Promise<Variant> {
  return inTransaction(async (trx) => {
    const { variant, versions } = await lockVariant(trx, viewer, key);
    const draft = draftAmong(versions, key.versionUuid);
    const { ground } = groundOf(versions, draft);
    if (!ground) throw problem.field("", "这一天已没有生效的版本，无需合并");
    const sides = await sidesOf(trx, draft, ground);
    const takes = { 1: take1, 2: take2 };
    const directions = sides.directions.flatMap(({ direction, ...of }) => {
      const take = takes[direction];
      return take === "mine" ? [] : [asSave(take === "both" ? bothOf(of, direction) : of[take])];
    });
    const params = takeParams === "mine" ? undefined : (sides.params[takeParams] ?? noParams);
    if (directions.length > 0 || params)
      await saveInto(
        trx,
        { ...viewer, reason },
        { classifySid: variant.classifySid, versionUuid: draft.versionUuid, version, directions, params },
      );
    await trx
      .updateTable("lineVersion")
      .set({ baseUuid: ground.versionUuid, baseNumber: ground.version })
      .where("versionUuid", "=", draft.versionUuid)
      .execute();
    return variant;
  });
}

function differenceInWords(
  before: DirectionContent,
  after: DirectionContent,
  names: ReadonlyMap<string, { staName: string }>,
): string {
  const named = (rows: DirectionContent["rows"]): CallAtStation[] =>
    rows.map((row) => ({ ...row, staName: names.get(row.staUuid)?.staName }));
  const path = (one: DirectionContent) => (one.path ? `${one.path.mileage.toFixed(3)} 公里` : "没有路径");
  const redrawn = JSON.stringify(before.path?.points ?? null) !== JSON.stringify(after.path?.points ?? null);
  return [
    changesInWords(stationChanges(named(before.rows), named(after.rows))),
    redrawn ? `路径 ${path(before)}→${path(after)}` : "",
  ]
    .filter(Boolean)
    .join("；");
}

function bothOf(sides: ChangeOfSide<DirectionContent>, direction: Direction): DirectionContent {
  const both = mergedDirection(sides);
  if (!both) throw problem.field(`take${direction}`, "两边改了同一处，不能都要，请选择一方");
  return both;
}

async function sidesOf(on: Database, draft: VersionRow, ground: VersionRow): Promise<Sides> {
  const [base, mine, theirs, begun] = await Promise.all([
    readContent(on, draft.baseUuid),
    readContent(on, draft.versionUuid),
    readContent(on, ground.versionUuid),
    sql<{ params: RunningParams | null }>`select ${paramsOfVersion(sql`${draft.baseUuid}`)} as params`.execute(on),
  ]);
  return {
    directions: ([1, 2] as const).map((direction) => ({
      direction,
      base: base[direction - 1]!,
      mine: mine[direction - 1]!,
      theirs: theirs[direction - 1]!,
    })),
    params: { base: begun.rows[0]!.params, mine: draft.params, theirs: ground.params },
  };
}

function asSave({ direction, rows, path }: DirectionContent): DirectionSave {
  return { direction, stationList: rows as SequenceEntry[], path: path ?? [] };
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
