import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, db, inTransaction } from "~/kit/data/db/pool.server";
import { createRecord, deleteRecords, type RecordTable, updateRecord } from "~/kit/data/db/records.server";
import type { FieldError } from "~/kit/ground/problem";
import { problem } from "~/kit/ground/problem";
import { type AudioType, findRepeats, newType, type SentType } from "./audio-types";

export const typeRecord: RecordTable = {
  table: "audioType",
  key: "typeUuid",
  room: "audio-types",
  noun: "音频类型",
  unique: {},
};

export async function listTypes(use?: number, on: Database = db()): Promise<AudioType[]> {
  const found = await sql<AudioType>`select type_uuid, type_name, use, sort, is_valid,
      (select count(*) from audio where audio.type_uuid = audio_type.type_uuid and audio.deleted_at is null) as audio_count
    from audio_type where deleted_at is null ${use === undefined ? sql`` : sql`and use = ${use}`} order by sort, type_name`.execute(
    on,
  );
  return found.rows;
}

/** The list as sent: new ones made, of known ones what is sent changed, missing ones removed; refused where clips have a missing one, and then nothing is changed. */
export async function saveTypes(viewer: Viewer, list: readonly SentType[]): Promise<void> {
  await inTransaction(async (trx) => {
    await sql`lock table audio_type in share row exclusive mode`.execute(trx);
    const known = await listTypes(undefined, trx);
    const kept = new Set(list.map(({ typeUuid }) => typeUuid));
    const errors: FieldError[] = list.flatMap(({ typeUuid }, at) =>
      typeUuid && !known.some((one) => one.typeUuid === typeUuid)
        ? [{ path: `list.${at}.typeUuid`, message: "类型不存在或已删除，请刷新后再试", row: at + 1 }]
        : [],
    );
    if (errors.length > 0) throw problem.fields(errors);
    const whole = list.map((one) => ({ ...known.find(({ typeUuid }) => typeUuid === one.typeUuid), ...one }));
    const repeats = [...findRepeats(whole)].map(({ path, message }) => ({ path: `list.${path.join(".")}`, message }));
    if (repeats.length > 0) throw problem.fields(repeats);
    const gone = known.filter(({ typeUuid }) => !kept.has(typeUuid));
    const used = gone.find(({ audioCount }) => audioCount > 0);
    if (used) throw problem.used(`音频类型“${used.typeName}”正被 ${used.audioCount} 段音频使用，请先改它们的类型`);
    if (gone.length > 0)
      await deleteRecords(
        trx,
        viewer,
        typeRecord,
        gone.map(({ typeUuid }) => typeUuid),
      );
    for (const { typeUuid, ...values } of list)
      if (typeUuid) await updateRecord(trx, viewer, typeRecord, typeUuid, values);
      else await createRecord(trx, viewer, typeRecord, { ...newType, ...values });
  });
}

/** Types to choose from in a form, those out of use left out. */
export async function typeChoices() {
  return (await listTypes())
    .filter(({ isValid }) => isValid)
    .map(({ typeUuid, typeName }) => ({ value: typeUuid, label: typeName }));
}
