import { type RawBuilder, sql } from "kysely";
import type { ViewerCall } from "~/kit/page/http/page.server";
import { db } from "~/kit/data/db/pool.server";
import { deleteFile } from "~/kit/data/files/files.server";
import { removalOf } from "~/kit/data/files/picture";
import { pictureLimits } from "~/kit/ground/files/limits";
import { checkPicture, pictureAnswer, putPicture } from "~/kit/data/files/picture.server";
import { acceptUpload } from "~/kit/page/http/accept-upload.server";
import { formDataOf } from "~/kit/page/forms/read-form";
import { attempt, type Conflict, problem, type Problem } from "~/kit/ground/problem";
import type { Room } from "./room";
import { keyOf, isLiving, isVisible } from "./source-sql.server";
import { type RecordSource } from "./source.server";

export type PicturedSource = Pick<RecordSource<unknown, never>, "kept" | "scope" | "unowned">;

/** The column of a picture's key as rows carry it: the address to show it from, another one for each picture. */
export function pictureColumn<Row>(
  { url, key, picture }: Pick<Room<Row>, "url" | "key" | "picture">,
  table: string,
): RawBuilder<unknown> {
  const column = sql.ref(`${table}.${picture!}`);
  return sql`case when ${column} is not null then ${sql.lit(url)} || '/' || ${sql.ref(`${table}.${key}`)} || '/photo?v=' || right(${column}, 8) end`;
}

/** A record's picture as the answer to its address; throws problem.missing where there is none or the record is not the viewer's. */
export async function picturePage<Row>(call: ViewerCall, room: Room<Row>, source: PicturedSource): Promise<Response> {
  const key = await storedPicture(call, room, source);
  if (!key) throw problem.missing(room.words.labels[room.picture!]!);
  return pictureAnswer(call.request, key);
}

export interface SentPicture {
  form: FormData;
  fault?: Problem;
  asked: boolean;
  /** Fields that the form says nothing of, which an empty one would clear. */
  untouched?: readonly string[];
  /** Keeps the new picture: the change of the record that goes with it. */
  keep(): Promise<Record<string, string | null>>;
  /** The record has been saved: the picture that was replaced can go. */
  saved(): Promise<void>;
  /** Clears away what was received and not saved; call it when done. */
  discard(isConflict?: boolean): Promise<void>;
}

/** Reads a form with a picture; one without files is taken as well. Throws problem.missing where the record is not the viewer's. */
export async function readPicture<Row>(
  call: ViewerCall,
  room: Room<Row>,
  source: PicturedSource,
): Promise<SentPicture> {
  const field = room.picture!;
  const before = call.params[room.key] ? await storedPicture(call, room, source) : null;
  const { form, files, discard } = await received(call);
  const file = files.find((one) => one.field === field);
  const checked = file && (await attempt(() => checkPicture(file)));
  const removing = !file && before !== null && form.has(removalOf(field));
  let kept: string | undefined;
  return {
    form,
    fault: checked && !checked.ok ? checked.problem : undefined,
    asked: removing || file !== undefined,
    async keep() {
      if (file) kept = await putPicture(file, call.viewer.userId);
      return kept || removing ? { [field]: kept ?? null } : {};
    },
    async saved() {
      const replaced = kept !== undefined || removing;
      kept = undefined;
      if (before && replaced) await deleteFile(before);
    },
    async discard() {
      if (kept) await deleteFile(kept);
      await discard();
    },
  };
}

async function received({ request, viewer }: ViewerCall) {
  if (/^multipart\/form-data/i.test(request.headers.get("content-type") ?? ""))
    return acceptUpload(viewer, request, { cut: true, tellFaults: true, fileSize: pictureLimits.bytes });
  return { form: await formDataOf(request), files: [], discard: () => Promise.resolve() };
}

async function storedPicture<Row>(
  { viewer, params }: ViewerCall,
  room: Room<Row>,
  source: PicturedSource,
): Promise<string | null> {
  const { kept } = source;
  const found = await sql<{
    picture: string | null;
  }>`select ${sql.ref(room.picture!)} as picture from ${sql.table(kept.table)} where ${keyOf(source)} = ${params[room.key]} and ${isLiving(source)} and ${isVisible(source, viewer)}`.execute(
    db(),
  );
  if (!found.rows[0]) throw problem.missing(room.noun);
  return found.rows[0].picture;
}

/** The sides without the picture's key, which no form carries. */
export function withoutPicture(conflict: Conflict | undefined, picture: string | undefined): Conflict | undefined {
  if (!conflict || !picture) return conflict;
  const [original, mine, theirs] = [conflict.original, conflict.mine, conflict.theirs].map(
    ({ [picture]: _, ...rest }) => rest,
  );
  return { ...conflict, original: original!, mine: mine!, theirs: theirs! };
}
