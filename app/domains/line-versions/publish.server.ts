import type { Transaction } from "kysely";
import { noStations } from "~/domains/lines/labels";
import { readLineView } from "~/domains/parameters/queries.server";
import { directionName } from "~/domains/parameters/schema";
import type { Viewer } from "~/kit/data/access/viewer";
import type { Author } from "~/kit/data/db/history.server";
import { readParameters } from "~/kit/data/db/parameters.server";
import { inTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { type FieldError, problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import { readContent } from "./content.server";
import type { PublishForm } from "./schema";
import { checkSequence } from "./sequence/sequence-check";
import { changesBetween, heldOn, refuseTakenDay, restoreRefusal, withPutInForce } from "./times/periods";
import { authorOf, draftAmong, periodsOf, type Variant, type VersionKey, type VersionRow } from "./version-rows";
import { lockVariant, type OpenVariant, openVariant, versionsOf } from "./versions.server";
import { storeDraft, storePeriods } from "./write-version.server";

/** Puts a draft (the open one where none is named) in force from a day: what is in force then ends there, or is replaced where it began that very day; later plans stay. */
export function publishDraft(viewer: Viewer, key: VersionKey, form: PublishForm): Promise<Variant> {
  return inTransaction((trx) => publishInto(trx, viewer, key, form));
}

export async function publishInto(
  trx: Transaction<DB>,
  viewer: Viewer,
  key: VersionKey,
  { validFrom, restoreOn, version, reason, seen }: PublishForm,
): Promise<Variant> {
  if (validFrom < today()) throw problem.field("validFrom", "生效日期不能早于今天");
  const opened = await openVariant(trx, viewer, key, { version, seen }, draftToPublish);
  const { variant, versions, row: draft, content, stations } = opened;
  const author = authorOf(viewer, reason);
  await refuseUnfit(opened);
  const unchecked = await checkRefusal(viewer, draft);
  if (unchecked) throw problem.field("", unchecked);
  const kept = restoreOn ? toRestore(versions, draft, validFrom, restoreOn) : undefined;
  await putInForce(trx, author, versions, { ...draft, content, stations }, validFrom);
  if (restoreOn && kept) {
    const now = await versionsOf(variant.classifySid, today(), trx);
    await restoreFrom(trx, author, kept, versionAmong(now, draft.versionUuid), restoreOn);
  }
  return variant;
}

function draftToPublish(versions: readonly VersionRow[], versionUuid?: string): VersionRow {
  if (versionUuid && versions.some((one) => one.versionUuid === versionUuid && one.standing !== "draft"))
    throw problem.field("", "这份草稿已经由另一人使之生效，请重新查看");
  return draftAmong(versions, versionUuid);
}

function toRestore(
  versions: readonly VersionRow[],
  draft: VersionRow,
  validFrom: string,
  restoreOn: string,
): VersionRow {
  const refusal = restoreRefusal(periodsOf(versions), validFrom, restoreOn);
  if (refusal) throw problem.field("restoreOn", refusal);
  refuseTakenDay(versions, restoreOn, draft.versionUuid, "restoreOn");
  return heldOn(versions, restoreOn)!;
}

export async function putInForce(
  trx: Transaction<DB>,
  author: Author,
  versions: readonly VersionRow[],
  draft: VersionRow & Partial<Pick<OpenVariant, "content" | "stations">>,
  validFrom: string,
): Promise<void> {
  const periods = periodsOf(versions);
  await storePeriods(
    trx,
    author,
    [draft, ...versions],
    changesBetween(periods, withPutInForce(periods, draft.versionUuid, validFrom)),
  );
}

async function refuseUnfit({ variant, content, stations: known }: OpenVariant): Promise<void> {
  if (content.every(({ rows }) => rows.length === 0)) throw problem.field("", noStations);
  const stations = new Map([...known].filter(([, station]) => !station.gone));
  const view = await readLineView();
  const errors = content.flatMap(({ direction, rows }) =>
    checkSequence({ lineType: variant.lineType, direction, rows, stations })
      .filter(({ level }) => level === "error")
      .map(({ row, message }): FieldError => ({
        path: "",
        message: `${directionName(variant.lineType, direction, view)}第 ${row} 站：${message}`,
      })),
  );
  if (errors.length > 0) throw problem.fields(errors);
}

/** Where a second pair of eyes is wanted, a draft is in force only after it was handed in, and by neither who handed it in nor who changed it last; null: the viewer may. */
export async function checkRefusal(viewer: Viewer, draft: VersionRow): Promise<string | null> {
  if (!(await checkWanted())) return null;
  if (draft.updatedBy === viewer.userId || draft.submittedBy === viewer.userId)
    return "草稿由您最后修改或提交，需要由另一人审核并生效";
  return draft.submittedAt ? null : "线路版本须经审核：请先由修改的人提交审核，再由另一人使它生效";
}

export async function checkWanted(): Promise<boolean> {
  return (await readParameters(["line.version.check"]))["line.version.check"] === "1";
}

/** Puts a copy of a version that held before in force again from today; it was checked when it came into force. */
export function returnToVersion(
  viewer: Viewer,
  { classifySid, versionUuid }: { classifySid: string; versionUuid: string },
): Promise<Variant> {
  return inTransaction(async (trx) => {
    const { variant, versions } = await lockVariant(trx, viewer, { classifySid });
    const kept = versionAmong(versions, versionUuid);
    if (!kept) throw problem.field("", `${variant.lineName}以前的版本已不存在，不能恢复`);
    refuseTakenDay(versions, today());
    await restoreFrom(trx, authorOf(viewer, viewer.reason), kept, heldOn(versions, today()), today());
    return variant;
  });
}

/** Puts a copy of a version in force from a day, in the place of what holds then. */
async function restoreFrom(
  trx: Transaction<DB>,
  author: Author,
  kept: VersionRow,
  ground: VersionRow | undefined,
  day: string,
): Promise<void> {
  const content = await readContent(trx, kept.versionUuid);
  const before = await readContent(trx, ground?.versionUuid ?? null);
  const reason = `恢复 ${kept.validFrom} 起的版本${author.reason ? `：${author.reason}` : ""}`.slice(0, 255);
  const versionUuid = await storeDraft(
    trx,
    { ...author, reason },
    kept.classifySid,
    { current: ground, base: ground, plannedFor: day },
    { before, after: content, params: kept.params, timed: { ...kept, content } },
  );
  const versions = await versionsOf(kept.classifySid, today(), trx);
  await putInForce(trx, author, versions, versionAmong(versions, versionUuid)!, day);
}

const versionAmong = (versions: readonly VersionRow[], key: string) =>
  versions.find(({ versionUuid }) => versionUuid === key);
