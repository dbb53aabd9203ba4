import { readLineView } from "~/domains/parameters/queries.server";
import { directionName } from "~/domains/parameters/schema";
import type { Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import type { Author } from "~/kit/data/db/history.server";
import { inTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { type FieldError, problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import { type DirectionContent, readContent } from "./content.server";
import { stationsOf } from "./detail.server";
import { noStations } from "~/domains/lines/labels";
import type { PublishForm } from "./schema";
import { checkSequence } from "./sequence/sequence-check";
import { authorOf, refuseStale } from "./snapshot.server";
import { draftAmong, requireVariant, type Variant, type VersionRow } from "./versions.server";
import type { DraftKey } from "./change-draft.server";
import { refuseUnchecked } from "./check.server";
import { livingVersions } from "./gone.server";
import { changesBetween, periodsOf, withPutInForce } from "./times/periods";
import { refuseRestore, restoreFrom } from "./restore.server";
import { refuseUnseen, storePeriods } from "./store-periods.server";

/** Puts a draft (the open one where none is named) in force from a day: what is in force then ends there, or is replaced where it began that very day; later plans stay. */
export function publishDraft(viewer: Viewer, key: DraftKey, form: PublishForm): Promise<Variant> {
  return inTransaction((trx) => publishInto(trx, viewer, key, form));
}

export async function publishInto(
  trx: Transaction<DB>,
  viewer: Viewer,
  key: DraftKey,
  { validFrom, restoreOn, version, reason, seen }: PublishForm,
): Promise<Variant> {
  if (validFrom < today()) throw problem.field("validFrom", "生效日期不能早于今天");
  const variant = await requireVariant(viewer, key, trx, true);
  const versions = await livingVersions(variant, key.versionUuid, trx);
  if (key.versionUuid && versions.some((one) => one.versionUuid === key.versionUuid && one.standing !== "draft"))
    throw problem.field("", "这份草稿已经由另一人使之生效，请重新查看");
  const draft = draftAmong(versions, key.versionUuid);
  const content = await readContent(trx, draft.versionUuid);
  await refuseStale(trx, variant, draft, version, content, content);
  refuseUnseen(versions, seen);
  await refuseUnfit(trx, variant, content);
  await refuseUnchecked(viewer, draft);
  if (restoreOn) refuseRestore(versions, draft, validFrom, restoreOn);
  await putInForce(trx, authorOf(viewer, reason), versions, { ...draft, content }, validFrom);
  if (restoreOn) await restoreFrom(trx, authorOf(viewer, reason), variant, versions, restoreOn);
  return variant;
}

export async function putInForce(
  trx: Transaction<DB>,
  author: Author,
  versions: readonly VersionRow[],
  draft: VersionRow & { content: readonly DirectionContent[] },
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

async function refuseUnfit(
  trx: Transaction<DB>,
  variant: Variant,
  content: readonly DirectionContent[],
): Promise<void> {
  if (content.every(({ rows }) => rows.length === 0)) throw problem.field("", noStations);
  const stations = new Map([...(await stationsOf(trx, content))].filter(([, station]) => !station.gone));
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
