import { data } from "@remix-run/node";
import type { z } from "zod";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { attempt, type Conflict, type FieldError } from "~/kit/ground/problem";
import { clearEmptyFields } from "~/kit/page/forms/clear-empty-fields";
import type { Picks } from "~/kit/page/forms/picks";
import { again, alsoRefused, formDataOf, readForm, type RefusedForm, refused } from "~/kit/page/forms/read-form";
import type { ViewerCall } from "~/kit/page/http/page.server";
import { type Flash, redirectWith } from "~/kit/page/http/redirect.server";
import { another } from "./another";
import { fileFieldsOf } from "./file-limits";
import { changeOnce, isAlreadyCreated, keyOfPost } from "./keyed-post.server";
import { loadNames } from "./names.server";
import { answerSearch, loadPostedPicks, type Offers } from "./offers.server";
import { type PicturedSource, readPicture, type SentPicture, withoutPicture } from "./pictures.server";
import { readRecordFiles } from "./record-files.server";
import { type NextStep, recordUrl, type Room } from "./room";
import { alsoTaken } from "./taken-fields.server";
import type { Names } from "./words";

type Values<S extends z.ZodType> = Omit<z.output<S>, "version" | "reason">;

export interface Saving<Row, S extends z.ZodType> {
  /** Of a form with searched fields: a post that searches is answered, and a form shown again offers what it did. */
  offers?: Offers;
  pictured?: PicturedSource;
  create(viewer: Viewer, values: Values<S>): Promise<Row>;
  update(viewer: Viewer, key: string, values: Values<S>, version?: number): Promise<Row>;
}

/** Saves a posted form as a new record or into the address's own: `saved`, or `answer`, the form again or both sides of a stale save. */
export async function saveForm<Row, S extends z.ZodObject>(
  call: ViewerCall,
  room: Room<Row>,
  schema: S,
  verbs: Saving<Row, S>,
) {
  const pictured = room.picture ? verbs.pictured : undefined;
  if (!pictured && fileFieldsOf(room).length === 0) return savePosted(call, room, schema, verbs, call.request);
  const sent = await (pictured ? readPicture(call, room, pictured) : readRecordFiles(call, room));
  let isConflict = false;
  try {
    const done = await savePosted(call, room, schema, verbs, sent.form, sent);
    isConflict = (done.answer as { init?: ResponseInit } | undefined)?.init?.status === 409;
    return done;
  } finally {
    await sent.discard(isConflict);
  }
}

async function savePosted<Row, S extends z.ZodObject>(
  { viewer, params, request }: ViewerCall,
  room: Room<Row>,
  schema: S,
  { create, update, offers = {} }: Saving<Row, S>,
  posted: Request | FormData,
  picture?: SentPicture,
) {
  const form = posted instanceof FormData ? posted : await formDataOf(posted);
  const search = await answerSearch(viewer, offers, form, schema);
  if (search) return { answer: search };
  const sent = await readForm(form, schema);
  const refuse = async (reply: RefusedForm, errors: FieldError[] = []) => ({
    answer: again(reply, {
      picks: await loadPostedPicks(viewer, offers, form),
      toConfirm: errors.flatMap(({ confirm, message }) => (confirm ? [{ word: confirm, message }] : [])),
    }),
  });
  if (picture?.fault) return refuse(alsoRefused(sent, picture.fault));
  const key = params[room.key];
  if (sent.status !== "success") return refuse(await alsoTaken(sent, room, schema, form, key));
  const { version, reason, ...typed } = clearEmptyFields(schema, sent.value) as Values<S> & {
    version?: number;
    reason?: string | null;
  };
  const values = { ...typed, ...(await picture?.keep()) } as Values<S>;
  for (const name of picture?.untouched ?? []) delete (values as Record<string, unknown>)[name];
  const by = { ...viewer, reason: reason ?? undefined, confirmed: form.getAll("confirmed").map(String) };
  const fresh = key ? undefined : await keyOfPost(viewer, form);
  const done = await (key
    ? changeOnce((known) => update(by, key, values, known), version)
    : attempt(() => create(by, fresh ? { ...values, [room.key]: fresh } : values)));
  if (done.ok) {
    await picture?.saved();
    return { saved: done.value, another: !key && form.get(another.name) === another.value };
  }
  // What speaks against it may be the record that the same post has made a moment ago.
  if (fresh && (await isAlreadyCreated(viewer, fresh)))
    return { answer: await redirectWith(request, `已保存${room.noun}`, `${room.url}/${fresh}`) };
  const conflict = withoutPicture(done.problem.conflict, room.picture);
  if (!conflict)
    return refuse(await alsoTaken(refused(sent, done.problem), room, schema, form, key), done.problem.errors);
  const names = await loadNames(viewer, room.refers, [conflict.original, conflict.mine, conflict.theirs]);
  const lost = picture?.asked
    ? `${room.words.labels[room.picture!]}的更改没有保留，请在保存后重新上传或移除。`
    : undefined;
  return { answer: data({ conflict, names, lost }, { status: 409 }) };
}

/** The whole action of a form: saved, the record's page says so. */
export async function saveAndRedirect<Row, S extends z.ZodObject>(
  call: ViewerCall,
  room: Room<Row> & { nextStep?(row: Row): NextStep },
  schema: S,
  verbs: Saving<Row, S>,
) {
  const done = await saveForm(call, room, schema, verbs);
  if (!done.saved) return done.answer;
  const said = `已保存${room.noun} ${room.nameOf(done.saved)}`;
  return done.another
    ? redirectWith(call.request, `${said}，请填写下一条`, `${room.url}/new`)
    : redirectWith(call.request, said, recordUrl(room, done.saved), "success", nextStepOf(call, room, done.saved));
}

/** After a new record only; who changes one knows what for. */
function nextStepOf<Row>(
  { viewer, params }: ViewerCall,
  room: Room<Row> & { nextStep?(row: Row): NextStep },
  row: Row,
): Flash["link"] {
  const next = params[room.key] ? undefined : room.nextStep?.(row);
  return next && allows(viewer, next.permission) ? { label: `下一步：${next.label}`, href: next.href } : undefined;
}

export type EditAnswer = Partial<Pick<RefusedForm, "reply">> & {
  picks?: Picks;
  conflict?: Conflict;
  names?: Names;
  lost?: string;
  toConfirm?: { word: string; message: string }[];
};
