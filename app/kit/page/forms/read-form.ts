import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { configureCoercion } from "@conform-to/zod/v4/future";
import { data } from "@remix-run/node";
import type { z } from "zod";
import { isSecret } from "~/kit/data/access/secret-fields";
import type { FieldError, Problem } from "~/kit/ground/problem";
import { RefusalAnswer } from "~/kit/page/refusal/refusal-answer";
import { askAllRules } from "./ask-all-rules";
import { chineseMessage } from "./messages";
import { resolveConflicts } from "./pairs";
import { axisOf } from "./place-rules";
import { type Axis, readDegrees } from "~/transit/geo/degrees";

export type Reply = SubmissionResult<string[]>;

export type RefusedForm = { status: "error"; reply: Reply };
export type AcceptedForm<T> = { status: "success"; value: T; reply: Reply };
export type SentForm<T> = AcceptedForm<T> | RefusedForm;

/** A form's longest body in bytes, files apart. */
export const BODY_LIMIT = 2_000_000;

/** A form's fields, and those of one name: each more of it costs what all before it cost together. */
const mostFields = 10_000;
const mostOfName = 5_000;

/** Empty inputs are absent, numbers and ticks converted. */
export async function readForm<S extends z.ZodType>(
  source: Request | FormData,
  schema: S,
): Promise<SentForm<z.output<S>>> {
  const form = source instanceof FormData ? source : await formDataOf(source);
  const submission = parseWithZod(declaredShape(resolveConflicts(form)), {
    schema: coerceFormValue(askAllRules(schema)),
    disableAutoCoercion: true,
    error: chineseMessage,
  });
  const reply = submission.reply({ hideFields: [...form.keys()].filter(isSecret) }) as Reply;
  return submission.status === "success"
    ? { status: "success", value: submission.value, reply }
    : { status: "error", reply: { ...reply, status: "error", error: firstOfEach(reply.error) } };
}

/** What one field of a form says by its rule; undefined where it breaks it. */
export function readField(rule: z.ZodType, typed: string): unknown {
  const read = coerceFormValue(rule).safeParse(typed);
  return read.success ? read.data : undefined;
}

const { coerceFormValue } = configureCoercion({
  customize(rule) {
    const axis = rule._zod.def.type === "number" ? axisOf(rule) : undefined;
    return axis ? (typed) => (typeof typed === "string" ? readTyped(typed, axis) : typed) : null;
  },
});

const readTyped = (typed: string, axis: Axis) => (typed.trim() ? (readDegrees(typed, axis) ?? typed) : undefined);

const firstOfEach = (errors: Reply["error"]) =>
  Object.fromEntries(
    Object.entries(errors ?? {}).map(([name, words]) => [name, name ? words?.slice(0, 1) : [...new Set(words)]]),
  ) as Reply["error"];

/** Turns what a query refused (a number taken, a row that breaks a rule) into the same answer as a wrong field. */
export function refused(sent: SentForm<unknown>, why: { message: string; errors: FieldError[] }): RefusedForm {
  const errors = why.errors.length > 0 ? why.errors : [{ path: "", message: why.message }];
  const error: Record<string, string[]> = {};
  for (const { path, message, row } of errors) {
    const words = row === undefined ? message : `第 ${row} 行：${message}`;
    // A form names the fields of its rows with brackets, a call's error with dots.
    (error[path.replace(/\.(\d{1,4})(?=\.|$)/g, "[$1]")] ??= []).push(words);
  }
  return { status: "error", reply: { ...sent.reply, status: "error", error } };
}

/** The same beside what the form's own rules found. */
export function alsoRefused(sent: SentForm<unknown>, why: { message: string; errors: FieldError[] }): RefusedForm {
  const { reply } = refused(sent, why);
  return { status: "error", reply: { ...reply, error: { ...sent.reply.error, ...reply.error } } };
}

export const refusedFile = (message: string): RefusedForm => ({
  status: "error",
  reply: { status: "error", error: { file: [message] } },
});

/** Answers 422 with the form to show again; the page finds it in `useActionData().reply`. */
export function again<E extends object = object>(sent: RefusedForm, extra?: E) {
  return data({ reply: sent.reply, ...(extra as E) }, { status: 422 });
}

/** Answers why a change was refused: at its fields, or where somebody saved meanwhile in words above them, with what to do now. */
export function refusedOrStale<E extends object = object>(
  sent: SentForm<unknown>,
  why: Problem,
  now: string,
  extra?: E,
) {
  if (!why.conflict) return again(refused(sent, why), { stale: undefined, ...(extra as E) });
  return data({ reply: undefined, stale: `${why.message}，${now}` }, { status: 409 });
}

/** Answers a page that asks before a change why it was refused; `now`: what to do where somebody saved meanwhile. */
export function refusedConfirm({ message, conflict }: Problem, now: string) {
  return data({ error: conflict ? `${message}，${now}` : message }, { status: 409 });
}

/** Answers the same form with everything typed and no fault found: for a post that asks for something else than saving, and so has not failed. */
export async function typedAgain<E extends object>(form: FormData, schema: z.ZodType, extra: E) {
  const { reply } = await readForm(form, schema);
  return data({ reply: { ...reply, status: "error", error: {} } as Reply, ...extra });
}

/** A posted form's fields, for what must see them before `readForm`. */
export async function formDataOf(request: Request): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  const body = await limited(request);
  if (holdsMore(Buffer.from(body.buffer, body.byteOffset, body.length), betweenFields(type), mostFields))
    throw tooMany();
  const form = await new Response(body, { headers: { "Content-Type": type } }).formData().catch(() => {
    throw new RefusalAnswer({ message: "无法读取提交的表单，请返回重试" }, { status: 400 });
  });
  const times = new Map<string, number>();
  for (const name of form.keys()) times.set(name, (times.get(name) ?? 0) + 1);
  if (Math.max(0, ...times.values()) > mostOfName) throw tooMany();
  return form;
}

const tooMany = () =>
  new RefusalAnswer(
    { message: `提交的表单超过 ${mostFields} 项，或同名的超过 ${mostOfName} 项，请分几次提交` },
    { status: 413 },
  );

const betweenFields = (type: string) => (/^multipart\//i.test(type) ? "form-data" : "&");

function holdsMore(body: Buffer, mark: string, most: number): boolean {
  let count = 0;
  for (let at = body.indexOf(mark); at >= 0 && count <= most; at = body.indexOf(mark, at + mark.length)) count++;
  return count > most;
}

/** Why a change is made, as the form's field `reason` says it. */
export const readReason = (form: FormData): string | undefined =>
  String(form.get("reason") ?? "")
    .trim()
    .slice(0, 200) || undefined;

/** A posted form to be read twice. `clone()` would stand still with a large one: it waits for the half that nobody reads yet. */
export async function forkRequest(request: Request): Promise<[Request, Request]> {
  const body = await limited(request);
  const copy = () =>
    new Request(request.url, { method: request.method, headers: request.headers, body, signal: request.signal });
  return [copy(), copy()];
}

async function limited(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // To its end in any case: an answer to a body that is half read would not reach the browser.
  for await (const chunk of (request.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size <= BODY_LIMIT) chunks.push(chunk);
  }
  if (size > BODY_LIMIT) throw new RefusalAnswer({ message: "提交的内容过大" }, { status: 413 });
  return Buffer.concat(chunks);
}

/** Drops names that could only come from a crafted post: prototype keys, huge indexes, broken paths, broken intents. */
function declaredShape(form: FormData): FormData {
  const kept = new FormData();
  for (const [name, value] of form) {
    if (/^__(intent|state)__$/.test(name) ? isIntent(value) : isFieldName(name)) kept.append(name, value);
  }
  return kept;
}

function isFieldName(name: string): boolean {
  return (
    name.length <= 200 &&
    /^[\p{L}\w-]+(\[\d{0,4}\]|\.[\p{L}\w-]+)*$/u.test(name) &&
    !/\b(__proto__|constructor|prototype)\b/.test(name)
  );
}

/** Only the three list intents, whose buttons work without JavaScript. */
function isIntent(value: FormDataEntryValue): boolean {
  if (typeof value !== "string") return false;
  try {
    const { type, payload } = JSON.parse(value) as { type?: string; payload?: { name?: unknown; index?: unknown } };
    if (!["insert", "remove", "reorder"].includes(type ?? "") || typeof payload !== "object") return false;
    const places = ["index", "from", "to"].map((key) => (payload as Record<string, unknown>)[key]);
    return typeof payload.name === "string" && isFieldName(payload.name) && places.every(isPlace);
  } catch {
    return false;
  }
}

const isPlace = (place: unknown) =>
  place === undefined || (Number.isInteger(place) && Number(place) >= 0 && Number(place) < 5000);
