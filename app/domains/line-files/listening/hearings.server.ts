import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { isoTime } from "~/kit/data/db/iso-time";
import { readParameters } from "~/kit/data/db/parameters.server";
import { type Database, db, inTransaction } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { lockRows } from "~/kit/room/source.server";
import { fileSource, type StoredFile } from "../file-record.server";
import { durationWords } from "~/transit/sound/duration-words";
import { loadParts } from "./load-parts.server";
import { isComplete, secondsOf } from "./parts";

/** Somebody's word that a generated file was listened to; without `reason` all of it. */
export interface Hearing {
  at: string;
  heardBy: string;
  parts: string[];
  seconds: number;
  totalSeconds: number;
  reason: string | null;
}

/** Of generated files, the latest first. */
export async function hearingsOf(fileUuid: string): Promise<Hearing[]> {
  const { rows } = await sql<Hearing>`
    select ${isoTime(sql`at`)} as at, heard_by_name as heard_by, parts, seconds, total_seconds, reason
    from line_file_heard where file_uuid = ${fileUuid} order by heard_id desc`.execute(db());
  return rows;
}

/** Those of these line files that nobody has listened to and that have not gone out yet; none where a parameter lets files go unheard. */
export async function unheardAmong(on: Database, fileUuids: readonly string[]): Promise<string[]> {
  if (fileUuids.length === 0 || !(await mustBeHeard())) return [];
  const { rows } = await sql<{ fileUuid: string }>`
    select file_uuid from line_file f where file_uuid = any(${[...fileUuids]}) and state = 1
      and not exists (select from line_file_heard heard where heard.file_uuid = f.file_uuid)`.execute(on);
  return rows.map(({ fileUuid }) => fileUuid);
}

/** Whether only files go out that somebody has listened to. */
export async function mustBeHeard(): Promise<boolean> {
  return (await readParameters(["line.file.listen"]))["line.file.listen"] !== "0";
}

/** How many times faster than it was spoken a person can hear it in a browser. */
const fastest = 2;

export interface SaidHearing {
  /** Keys of parts. */
  parts: readonly string[];
  reason: string | null;
  /** When the page with the players was opened, in milliseconds. */
  openedAt: number;
}

/** Keeps that somebody has listened to parts of a file. Throws problem.field where the time was too short for them, or not all was heard, and no reason is given. */
export async function sayHeard(
  viewer: Viewer,
  fileUuid: string,
  { parts: keys, reason, openedAt }: SaidHearing,
): Promise<void> {
  const { parts, changed } = await loadParts(viewer, fileUuid);
  const heard = [...parts, ...(changed ? [changed] : [])].filter(({ key }) => keys.includes(key));
  const seconds = secondsOf(heard);
  const had = Math.max(0, (Date.now() - openedAt) / 1000) * fastest;
  if (!reason && !isComplete({ parts, changed }, heard))
    throw problem.field(
      "because",
      heard.length === 0 ? "没有勾选听过的部分，请写明不听的原因" : "没有全部听过，请写明其余的为什么不听",
    );
  if (!reason && had < seconds)
    throw problem.field(
      "because",
      `勾选的部分长 ${durationWords(1000 * seconds)}，从打开本页到现在不够听完（最快两倍速），请听完再记，或写明原因`,
    );
  await keepHearing(viewer, fileUuid, {
    parts: heard.map(({ key }) => key),
    seconds: Math.round(Math.min(seconds, had)),
    totalSeconds: Math.round(secondsOf(parts)),
    reason,
  });
}

/** Keeps why nobody needs to listen to a file. */
export async function skipHearing(viewer: Viewer, { fileUuid, reason }: { fileUuid: string; reason: string }) {
  const { parts } = await loadParts(viewer, fileUuid);
  await keepHearing(viewer, fileUuid, { parts: [], seconds: 0, totalSeconds: Math.round(secondsOf(parts)), reason });
  return hearingsOf(fileUuid);
}

async function keepHearing(
  viewer: Viewer,
  fileUuid: string,
  { parts, seconds, totalSeconds, reason }: Omit<Hearing, "at" | "heardBy">,
): Promise<void> {
  await inTransaction(async (trx) => {
    const [file] = await lockRows<StoredFile>(trx, fileSource, viewer, [fileUuid]);
    if (file!.state === 0) throw problem.field("fileUuid", "这是草稿：生成以后才能记下谁听过");
    await trx
      .insertInto("lineFileHeard")
      .values({ fileUuid, heardBy: viewer.userId, heardByName: viewer.userName, parts, seconds, totalSeconds, reason })
      .execute();
  });
}
