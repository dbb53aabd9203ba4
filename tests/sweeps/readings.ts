import { sql } from "kysely";
import { z } from "zod";
import { apiCalls } from "~/calls/calls.server";
import { db } from "~/kit/data/db/pool.server";
import { linesOf, valuesOf } from "../kit/said";
import type { Visitor } from "../kit/visit";
import { addressesOf, fullestRecords, type Keys, keysOf, pagePaths, type Row, withOthers } from "./addresses";

/** What was read, in lines, by what was asked. */
export type SaidByPages = Map<string, string[]>;

/** Secrets made for whoever asks; how the program is; files that were kept at the same moment, of which each run shows others; jobs that ran beside. */
const neverTheSame =
  /^\/(second-factor|attachment\/attachment-management$|log\/system-task|system\/running-state$|api\/baseJobExecLog)/;

export const readablePaths = (): string[] => pagePaths().filter((path) => !neverTheSame.test(path));

/** Of each room the record in which the most is filled. */
export const keysOfFullest = async (): Promise<Keys> => withOthers(keysOf(await fullestRecords()));

/** Of each room the record that was changed most often, the last of those. */
export async function keysOfMostChanged(): Promise<Keys> {
  const { rows } = await sql<{ key: string }>`
    select distinct on (room) record_key as key from
      (select room, record_key, count(*) as changes, max(record_key) as newest from history group by room, record_key) counted
    order by room, changes desc, newest desc`.execute(db());
  const changed = new Set(rows.map(({ key }) => key));
  const records = await fullestRecords(changed);
  return withOthers(keysOf(records));
}

/** What these pages say, each of the first record there is a key of. */
export async function readPages(
  person: Pick<Visitor, "send">,
  paths: readonly string[],
  keys: Keys,
): Promise<SaidByPages> {
  const said: SaidByPages = new Map();
  for (const path of paths) {
    const [at] = addressesOf(path, keys);
    const answer = await person.send(at!, { headers: { accept: "text/html", "sec-fetch-site": "same-origin" } });
    const text = await answer.text();
    const isPage = answer.headers.get("content-type")?.startsWith("text/html") && answer.status < 300;
    said.set(`${answer.status} ${path}`, isPage ? linesOf(text) : []);
  }
  return said;
}

/** What the calls that read answer to an empty body, and to one with each key that they take. */
export async function readCalls(person: Pick<Visitor, "send" | "token">, keys: Keys): Promise<SaidByPages> {
  const said: SaidByPages = new Map();
  for (const [path, { method, permission, request }] of apiCalls) {
    if (!permission.endsWith(".read") || neverTheSame.test(path)) continue;
    const { properties = {} } = z.toJSONSchema(request, { io: "input", unrepresentable: "any" });
    const own = Object.keys(properties).flatMap((name) =>
      keys.has(name) ? [[name, [...keys.get(name)!][0]!] as const] : [],
    );
    for (const body of own.length > 0 ? [{}, Object.fromEntries(own)] : [{}]) {
      const { status, type, text } = await ask(person, path, method, body);
      const at = `${status} ${path} with ${Object.keys(body).join(", ") || "nothing"}`;
      said.set(at, type.startsWith("application/json") ? valuesOf(JSON.parse(text)) : [type]);
    }
  }
  return said;
}

async function ask(person: Pick<Visitor, "send" | "token">, path: string, method: string, body: Row) {
  const isGet = method === "GET";
  const answer = await person.send(isGet ? `${path}?${new URLSearchParams(body as Record<string, string>)}` : path, {
    method,
    headers: { authorization: person.token!, "content-type": "application/json" },
    ...(!isGet && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, type: answer.headers.get("content-type") ?? "", text: await answer.text() };
}
