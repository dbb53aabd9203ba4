import { allows, type Viewer } from "~/kit/data/access/viewer";
import { sharedFigures } from "~/kit/data/figures/shared-figures.server";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { createRecord, restoreRecord, updateRecord } from "~/kit/data/db/records.server";
import type { Choice } from "~/kit/page/forms/field";
import { Problem, problem } from "~/kit/ground/problem";
import { findRow, lockRows, listRows } from "~/kit/room/source.server";
import { findGivenUp } from "~/kit/room/relations.server";
import { loadRow } from "~/kit/room/verbs.server";
import { type PersonRow, personRoom, type PersonValues } from "./room";
import { checkPerson } from "./rules.server";
import { maskedPersons, personSource } from "./source.server";

export {
  assigning,
  assignLines,
  addLine,
  assignPresets,
  findBusesToPreset,
  linesOfPerson,
  offerLinesTo,
  presetsOfPerson,
} from "./assignments.server";
export { notePresets, presetsBy } from "./preset-notes.server";
export { maskedPersons } from "./source.server";

export const findPerson = (viewer: Viewer, personUuid: string) => findRow(personSource(viewer), viewer, personUuid);

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
    createRecord<{ personUuid: string }>(trx, viewer, maskedPersons.kept, await checkPerson(trx, viewer, values)),
  );
  return loadRow(personSource(viewer), viewer, personUuid);
}

/** Changes the fields given; `version` sent and out of date throws problem.stale. Only who may see ID cards may change them. */
export async function updatePerson(
  viewer: Viewer,
  personUuid: string,
  changes: Partial<PersonValues>,
  version?: number,
): Promise<PersonRow> {
  if (changes.idCard !== undefined && !allows(viewer, personRoom.may.idCard))
    throw problem.field("idCard", "您没有查看身份证号的权限，不能修改");
  await inTransaction(async (trx) => {
    const [current] = await lockRows<PersonValues>(trx, maskedPersons, viewer, [personUuid]);
    await updateRecord(
      trx,
      viewer,
      maskedPersons.kept,
      personUuid,
      await checkPerson(trx, viewer, changes, current),
      version,
    ).catch((error: unknown) => {
      throw allows(viewer, personRoom.may.idCard) ? error : withoutIdCard(error);
    });
  });
  return loadRow(personSource(viewer), viewer, personUuid);
}

/** Brings a deleted person back; a number taken meanwhile must be given anew. */
export async function restorePerson(viewer: Viewer, personUuid: string, jobNumber?: string): Promise<PersonRow> {
  await inTransaction(async (trx) => {
    const [deleted] = await lockRows<object>(trx, maskedPersons, viewer, [personUuid], true);
    const changes = { ...(await findGivenUp(trx, personRoom, { ...deleted })), ...(jobNumber && { jobNumber }) };
    await restoreRecord(trx, viewer, maskedPersons.kept, personUuid, changes).catch((error: unknown) => {
      // Another number would not help where the card is someone else's by now.
      throw error instanceof Problem && error.errors[0]?.path !== "jobNumber"
        ? problem.used(`${error.message}，请先处理那名人员`)
        : error;
    });
  });
  return loadRow(personSource(viewer), viewer, personUuid);
}

export const countLicensesDue = sharedFigures(
  "licenses due",
  async (viewer): Promise<{ due: number; expired: number }> => {
    const [due, expired] = await Promise.all(
      (["due", "expired"] as const).map((licenseDue) =>
        listRows(maskedPersons, viewer, { page: 1, size: 1, sort: [], filters: { licenseDue }, exactTotal: true }),
      ),
    );
    return { due: due!.total, expired: expired!.total };
  },
);

/** Both sides of a stale save for who may not see ID cards: without them, so that saving leaves the stored one alone. */
function withoutIdCard(error: unknown): unknown {
  if (!(error instanceof Problem) || !error.conflict) return error;
  const { original, mine, theirs } = error.conflict;
  const [one, two, three] = [original, mine, theirs].map(({ idCard: _, ...rest }) => rest);
  return problem.stale({ ...error.conflict, original: one!, mine: two!, theirs: three! });
}
