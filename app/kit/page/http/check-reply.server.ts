import type { z } from "zod";
import { log } from "~/kit/ground/log.server";
import { findMisformatted } from "./reply-formats";

/** Of a running program's answers every so many is checked, and only those of at most so many characters: a large one would hold up the others. */
const everyNth = 100;
const mostCharacters = 200_000;

let answered = 0;
const logged = new Set<string>();

/** What a call answers, as its schema has it: in tests refused where it is not, else logged, once for each call. */
export function checkedReply(path: string, reply: z.ZodType, answer: unknown): unknown {
  if (process.env.NODE_ENV === "test") {
    const plain = plainJson(answer);
    const faults = findReplyFaults(reply, plain);
    if (faults.length > 0) throw new Error(`${path} answers what it does not document: ${faults.join("; ")}`);
    return plain;
  }
  answered += 1;
  if (process.env.NODE_ENV !== "production" || answered % everyNth === 0)
    setImmediate(() => logFaults(path, reply, answer));
  return answer;
}

function logFaults(path: string, reply: z.ZodType, answer: unknown): void {
  if (logged.has(path)) return;
  try {
    const text = JSON.stringify(answer ?? null);
    if (text.length > mostCharacters) return;
    const faults = findReplyFaults(reply, JSON.parse(text));
    if (faults.length === 0) return;
    logged.add(path);
    log.error({ path, faults }, "a call answers what it does not document");
  } catch (error) {
    log.error({ err: error, path }, "a reply could not be checked");
  }
}

/** Where an answer is not what its schema says: values that it refuses or changes, and fields beside those that it names. */
export function findReplyFaults(reply: z.ZodType, answer: unknown): string[] {
  const parsed = reply.safeParse(answer);
  if (!parsed.success)
    return parsed.error.issues.slice(0, 5).map(({ path, message }) => `${path.join(".")}: ${message}`);
  return [...differences(answer, plainJson(parsed.data), ""), ...findMisformatted(answer)].slice(0, 5);
}

function* differences(sent: unknown, said: unknown, at: string): Generator<string> {
  if (sent === said) return;
  if (typeof sent !== "object" || sent === null || typeof said !== "object" || said === null) {
    if (sent !== said) yield `${at}: not as it is sent`;
    return;
  }
  const names = new Set([...Object.keys(sent), ...Object.keys(said)]);
  for (const name of names) {
    const [one, other] = [sent, said].map((side) => (side as Record<string, unknown>)[name]);
    const where = at ? `${at}.${name}` : name;
    if (other === undefined && one !== undefined) yield `${where}: not documented`;
    else yield* differences(one, other, where);
  }
}

const plainJson = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)));
