import { readLineView } from "~/domains/parameters/queries.server";
import { directionName } from "~/domains/parameters/schema";
import type { Transaction } from "kysely";
import { noStations } from "~/domains/lines/labels";
import type { Viewer } from "~/kit/data/access/viewer";
import type { Author } from "~/kit/data/db/history.server";
import { inTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { type FieldError, problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import { refuseRestore, refuseUnchecked } from "./check.server";
import { restoreFrom } from "./restore.server";
import type { PublishForm } from "./schema";
import { checkSequence } from "./sequence/sequence-check";
import { authorOf, draftAmong, periodsOf, type Variant, type VersionKey, type VersionRow } from "./version-rows";
import { storePeriods } from "./store-periods.server";
import { changesBetween, withPutInForce } from "./times/periods";
import { type OpenVariant, openVariant } from "./versions.server";

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
  await refuseUnchecked(viewer, draft);
  if (restoreOn) refuseRestore(versions, draft, validFrom, restoreOn);
  await putInForce(trx, author, versions, { ...draft, content, stations }, validFrom);
  if (restoreOn) await restoreFrom(trx, author, variant, versions, restoreOn);
  return variant;
}

function draftToPublish(versions: readonly VersionRow[], versionUuid?: string): VersionRow {
  if (versionUuid && versions.some((one) => one.versionUuid === versionUuid && one.standing !== "draft"))
    throw problem.field("", "这份草稿已经由另一人使之生效，请重新查看");
  return draftAmong(versions, versionUuid);
}

export async function putInForce(
  trx: Transaction<DB>,
  author: Author,
  versions: readonly VersionRow[],
  draft: VersionRow & Pick<OpenVariant, "content"> & Partial<Pick<OpenVariant, "stations">>,
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
