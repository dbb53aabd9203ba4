import { z } from "zod";
import { measureSlowness } from "../kit/slowness";
import type { Call } from "./calls";
import type { WireAnswer } from "./wire";

/** On a machine that nothing else holds up. */
const mostMs = 5000;

const Envelope = z.strictObject({
  success: z.boolean(),
  code: z.union([z.literal(200), z.literal(400), z.literal(500), z.literal(10111), z.literal(10200)]),
  message: z.string().regex(/\p{Script=Han}/u),
  data: z.unknown(),
  reason: z.enum(["field", "stale", "missing", "used", "forbidden"]).optional(),
  errors: z
    .array(z.object({ path: z.string(), message: z.string().regex(/\p{Script=Han}/u), row: z.number().optional() }))
    .optional(),
  confirm: z.string().optional(),
  ref: z.string().optional(),
});

/** What no answer may show: where we live, what we run, how we ask the database. */
const inside = [
  /\bat .{1,80}\.[cm]?[jt]sx?:\d+/,
  /node_modules|\/build\/server|file:\/\/\/(?!etc\/hosts)/,
  /\b(TypeError|RangeError|ReferenceError|SyntaxError|ZodError|DatabaseError|PostgresError)\b/,
  /\bselect .{1,200} from \w|insert into \w|syntax error at or near|violates .{1,40} constraint|duplicate key value/i,
  /Cannot read propert|is not a function|is not iterable|Unexpected token|Invalid input|Expected \w+, received/,
];

/** The faults of an answer, in words; none where it is as it should be. */
export function faultsOf(told: WireAnswer, call: Call | undefined, places: readonly string[]): string[] {
  const faults: string[] = [];
  if (told.status === 0) faults.push(`no answer: ${told.text}`);
  if (told.status >= 500) faults.push(`status ${told.status}`);
  if (told.ms > mostMs && told.ms > mostMs * measureSlowness()) faults.push(`slow: ${told.ms} ms`);
  const shown = [
    ...inside.map((words) => words.exec(told.text)?.[0]),
    ...places.filter((place) => told.text.includes(place)),
  ];
  faults.push(...shown.filter((one) => one !== undefined).map((one) => `shows ${one.slice(0, 100)}`));
  const type = String(told.headers["content-type"] ?? "");
  if (call) faults.push(...faultsOfCall(told, type, call));
  else if (told.status >= 400 && told.status < 500 && !told.isHead && !/\p{Script=Han}/u.test(told.text))
    faults.push(`${told.status} without words`);
  return faults;
}

function faultsOfCall(told: WireAnswer, type: string, { reply }: Call): string[] {
  if (told.status >= 400 && type.startsWith("text/"))
    return /\p{Script=Han}/u.test(told.text) ? [] : ["no Chinese words"];
  const isFile =
    String(told.headers["content-disposition"] ?? "").startsWith("attachment") || type.startsWith("audio/");
  if (!type.startsWith("application/json")) return told.status < 300 && !isFile ? [`a call answers ${type}`] : [];
  const envelope = Envelope.safeParse(JSON.parse(told.text));
  if (!envelope.success) return [`no envelope: ${z.prettifyError(envelope.error)} in ${told.text.slice(0, 200)}`];
  if (envelope.data.code === 500) return ["code 500"];
  if (!envelope.data.success) return [];
  const whole = reply.safeParse(JSON.parse(told.text));
  return whole.success ? [] : [`not as its schema: ${z.prettifyError(whole.error).slice(0, 300)}`];
}

/** Whether the request did what it asked for. */
export function isAccepted({ status, headers, text }: WireAnswer): boolean {
  if (status < 200 || status >= 400 || /^\/(login|401)\b/.test(String(headers.location ?? ""))) return false;
  return !String(headers["content-type"] ?? "").startsWith("application/json") || !text.startsWith('{"success":false');
}
