import { allows, type Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { createRecord, deleteRecords, isFree, restoreRecord, updateRecord } from "~/kit/data/db/records.server";
import type { Choice } from "~/kit/page/forms/field";
import { Problem, problem } from "~/kit/ground/problem";
import { allOf, findOf, heldOf, listOf, rowsOf, streamOf } from "~/kit/room/source.server";
import { refuseUsed, usesOf } from "~/kit/room/uses.server";
import type { ListState } from "~/kit/page/tables/select-page.server";
import { may } from "./policy";
import { checked } from "./rules.server";
import type { PersonFilters, PersonRow, PersonValues } from "./schema";
import { maskedPersons, personRecord, personReferences, personSource } from "./source.server";

export {
  assignLines,
  addLine,
  assignPresets,
  busesToPreset,
  linesOfPerson,
  offerLinesTo,
  presetsOfPerson,
} from "./assignments.server";
export { maskedPersons, personRecord } from "./source.server";

export const listPersons = (viewer: Viewer, state: ListState<PersonFilters>) =>
  listOf(personSource(viewer), viewer, state);
export const allPersons = (viewer: Viewer, filters: PersonFilters) => allOf(personSource(viewer), viewer, filters);
export const streamPersons = (viewer: Viewer, state: ListState<PersonFilters>) =>
  streamOf(personSource(viewer), viewer, state);
export const findPerson = (viewer: Viewer, personUuid: string) => findOf(personSource(viewer), viewer, personUuid);
export const personUses = (viewer: Viewer, keys: string[]) => usesOf(viewer, personReferences, keys);

/** Posts to choose from; those out of use are not offered. */
export async function postChoices(_viewer: Viewer): Promise<Choice[]> {
  const posts = await db()
    .selectFrom("post")
    .select(["postUuid", "postName"])
    .where("deletedAt", "is", null)
    .where("state", "=", 1)
    .orderBy("sort")
    .orderBy("postCode")
    .execute();
  return posts.map(({ postUuid, postName }) => ({ value: postUuid, label: postName }));
}

export async function createPerson(viewer: Viewer, values: PersonValues): Promise<PersonRow> {
  const { personUuid } = await inTransaction(async (trx) =>
    createRecord<{ personUuid: string }>(trx, viewer, personRecord, await checked(trx, viewer, values)),
  );
  return stored(viewer, personUuid);
}

/** Changes the fields given; `version` sent and out of date throws problem.stale. Only who may see ID cards may change them. */
export async function updatePerson(
  viewer: Viewer,
  personUuid: string,
  changes: Partial<PersonValues>,
  version?: number,
): Promise<PersonRow> {
  if (changes.idCard !== undefined && !allows(viewer, may.idCard))
    throw problem.field("idCard", "您没有查看身份证号的权限，不能修改");
  await inTransaction(async (trx) => {
    const [current] = await heldOf<PersonValues>(trx, maskedPersons, viewer, [personUuid]);
    await updateRecord(
      trx,
      viewer,
      personRecord,
      personUuid,
      await checked(trx, viewer, changes, current),
      version,
    ).catch((error: unknown) => {
      throw allows(viewer, may.idCard) ? error : withoutIdCard(error);
    });
  });
  return stored(viewer, personUuid);
}

/** Deletes persons, all or none; refused while a user or a bus names one of them as its own. */
export async function deletePersons(viewer: Viewer, keys: string[]): Promise<void> {
  await inTransaction(async (trx) => {
    await heldOf(trx, maskedPersons, viewer, keys);
    await refuseUsed(trx, viewer, personRecord, personReferences, keys);
    await deleteRecords(trx, viewer, personRecord, keys);
  });
}

/** Brings a deleted person back; a number taken meanwhile must be given anew. */
export async function restorePerson(viewer: Viewer, personUuid: string, jobNumber?: string): Promise<PersonRow> {
  await inTransaction(async (trx) => {
    await heldOf(trx, maskedPersons, viewer, [personUuid], true);
    await restoreRecord(trx, viewer, personRecord, personUuid, jobNumber ? { jobNumber } : {}).catch(
      (error: unknown) => {
        // Another number would not help where the card is someone else's by now.
        throw error instanceof Problem && error.errors[0]?.path !== "jobNumber"
          ? problem.used(`${error.message}，请先处理那名人员`)
          : error;
      },
    );
  });
  return stored(viewer, personUuid);
}

export function isPersonNumFree(_viewer: Viewer, check: { jobNumber: string; personUuid?: string }): Promise<boolean> {
  return isFree(db(), personRecord, "jobNumber", check.jobNumber, check.personUuid);
}

/** How many persons' driving licences run out soon or have run out, for the list's heading. */
export async function licensesDue(viewer: Viewer): Promise<{ due: number; expired: number }> {
  const [due, expired] = await Promise.all(
    (["due", "expired"] as const).map((licenseDue) =>
      listOf(maskedPersons, viewer, { page: 1, size: 1, sort: [], filters: { licenseDue }, exactTotal: true }),
    ),
  );
  return { due: due!.total, expired: expired!.total };
}

async function stored(viewer: Viewer, personUuid: string): Promise<PersonRow> {
  return (await rowsOf(personSource(viewer), [personUuid]))[0]!;
}

/** Both sides of a stale save for who may not see ID cards: without them, so that saving leaves the stored one alone. */
function withoutIdCard(error: unknown): unknown {
  if (!(error instanceof Problem) || !error.conflict) return error;
  const { original, mine, theirs } = error.conflict;
  const [one, two, three] = [original, mine, theirs].map(({ idCard: _, ...rest }) => rest);
  return problem.stale({ ...error.conflict, original: one!, mine: two!, theirs: three! });
}
