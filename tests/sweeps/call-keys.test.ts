import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { apiCalls } from "~/calls/calls.server";
import { db, newKey } from "~/kit/data/db/pool.server";
import { demoNames } from "~/seed/demo-city";
import { permissionCodes } from "~/permissions";
import { account, enter, type Reach } from "../kit/accounts";
import { deletedCopy, type RecordsTable, tableOf } from "../kit/records";
import { scopedRooms } from "../kit/scoped-rooms";
import { measured } from "../kit/real-data";
import type { Envelope, Visitor } from "../kit/visit";
import { callProofs } from "../spec/call";

import.meta.glob("../spec/calls/*.ts", { eager: true });

type Values = Record<string, unknown>;

interface Exchanged {
  place: string;
  table: RecordsTable;
  kind: string;
  value: unknown;
}

/** Where a key is a record's, and the record of it that belongs to the other fleet. */
const theirs: { table: string; column: string; key: string }[] = [];
const mark = "外人";
const counts = { calls: 0, keys: 0, added: 0 };
let person: Visitor;
let other: Visitor;

beforeAll(async () => {
  const boss = await enter(await account({ isSuper: true }));
  const organisations = await db().selectFrom("organisation").select("orgId").execute();
  const orgIds = organisations.map(({ orgId }) => orgId);
  await makeTheirs(boss);
  const reach: Reach = { dataScope: "chosen", orgIds, permissions: [...permissionCodes] };
  person = await enter(await account(reach));
  other = await enter(await account(reach));
});
afterAll(() => measured("keys of another fleet", counts));

/** What is only for who sees every organisation: who may enter, the organisations themselves, and the logbooks. */
const forAll = /^\/api\/(role|user|org|base\w*Log)\/v1\.0\//;
const paths = [...callProofs.keys()].filter((path) => !forAll.test(path));

describe("the key of another fleet's, of a deleted and of no record in the place of one's own is as one that is not there", () => {
  it.each(paths)("%s", async (path) => {
    const told: string[] = [];
    await callProofs.get(path)!.success(instead(person, path, told));
    expect([path, ...told]).toEqual([path]);
  });

  it("is asked of more than a hundred calls", () => {
    expect(counts.calls).toBeGreaterThan(100);
    expect(counts.added).toBeGreaterThan(10);
  });
});

/** The person, but that a call is first made with each key in it exchanged for such a one; what is wrong with the answers is told. */
function instead(of: Visitor, path: string, told: string[]): Visitor {
  const one = Object.create(of) as Visitor;
  const tried = new Set<string>();
  one.call = async <T>(asked: string, body?: unknown, method?: "GET" | "POST") => {
    if (asked !== path) return of.call<T>(asked, body, method);
    const exchanged = (await exchange(body)).filter(
      // A call that adds makes the record whose key it is given, where there is none.
      ({ place, kind, table }) => !tried.has(place) && !(kind === "missing" && adds.test(path) && place === table.key),
    );
    const faults: string[] = [];
    for (const { place, kind, value } of exchanged) {
      const fault = faultOf(path, place, await of.call(asked, value, method));
      if (fault) faults.push(`${place} ${kind}: ${fault}`);
    }
    const answer = await of.call<T>(asked, body, method);
    // What is refused with its own keys too says nothing of the others.
    if (answer.success) {
      told.push(...faults);
      for (const { place } of exchanged) tried.add(place);
      counts.calls += exchanged.length > 0 ? 1 : 0;
      counts.keys += exchanged.length;
    }
    const own = ownKeyIn(path, body, answer.data);
    if (own) {
      counts.added += 1;
      const again = await other.call(asked, { ...(body as Values), ...own });
      if (again.code === 500) told.push(`with a key that is taken: ${JSON.stringify(again)}`);
    }
    return answer;
  };
  return one;
}

const adds = /\/add(PublicNode)?$/;

/** The key that a call which adds has given what it added, under the name by which the call takes one. */
function ownKeyIn(path: string, body: unknown, data: unknown): Values | undefined {
  if (!adds.test(path)) return undefined;
  const schema = z.toJSONSchema(apiCalls.get(path)!.request, { io: "input", unrepresentable: "any" });
  const answered = (data ?? {}) as Values;
  const name = Object.keys(schema.properties ?? {}).find((one) => /^[0-9a-f]{32}$/.test(String(answered[one])));
  return name && !(name in (body as Values)) ? { [name]: answered[name] } : undefined;
}

function faultOf(path: string, place: string, answer: Envelope): string | undefined {
  const text = JSON.stringify(answer);
  if (text.includes(mark)) return `tells ${text.slice(0, 300)}`;
  if (answer.success)
    return apiCalls.get(path)!.permission.endsWith(".read") ? undefined : `taken: ${text.slice(0, 300)}`;
  const parts = place.split(".");
  const isThere = (one: { path: string }) => parts.some((part) => one.path.split(/[.[\]]+/).includes(part));
  if (answer.reason === "missing" || answer.errors?.some(isThere)) return undefined;
  return text.slice(0, 300);
}

/** The body once for each key in it and each kind of record that must not be there, with that one's key in its place. */
async function exchange(body: unknown, place = ""): Promise<Exchanged[]> {
  if (typeof body === "string" && /^[0-9a-f]{32}$/.test(body)) {
    const table = await tableOf(body);
    if (!table) return [];
    const foreign = theirs.find((one) => one.table === table.name && one.key !== body);
    return [
      ...(foreign ? [{ place, table, kind: "theirs", value: foreign.key }] : []),
      { place, table, kind: "deleted", value: await deletedCopy(table, body) },
      { place, table, kind: "missing", value: newKey() },
    ];
  }
  if (typeof body !== "object" || body === null) return [];
  const found: Exchanged[] = [];
  for (const [name, part] of Object.entries(body))
    for (const one of await exchange(part, place ? `${place}.${name}` : name)) {
      const copy = Array.isArray(body) ? [...(body as unknown[])] : { ...body };
      (copy as Values)[name] = one.value;
      found.push({ ...one, value: copy });
    }
  return found;
}

/** One record of every kind that belongs to the organisation, by itself or by what it hangs on. */
async function makeTheirs(boss: Visitor): Promise<void> {
  const good = async <T = Values>(path: string, body: object): Promise<T> => {
    const answer = await boss.call<T>(path, body);
    if (!answer.success) throw new Error(`${path}: ${JSON.stringify(answer.errors ?? answer.message)}`);
    return answer.data;
  };
  const put = (table: string, column: string, key: unknown) => theirs.push({ table, column, key: key as string });
  const { orgId } = await good<{ orgId: string }>("/api/org/v1.0/add", { orgCode: "WR", orgName: mark });
  put("organisation", "orgId", orgId);
  let depot = "";
  for (const [nth, room] of scopedRooms.entries()) {
    const values = await room.values(`${mark}${nth}`, orgId, 7000 + nth, () => depot);
    const made = await good(`${room.api}/add`, values);
    if (room.table === "depot") depot = made[room.key] as string;
    put(room.table, room.key, made[room.key]);
  }
  const { rows } = await sql<Values>`
    select line_uuid, classify_sid, version_uuid, line_name from line
    join line_classify on main_uuid = line_uuid join line_version using (classify_sid)
    where line_name <> all(${Object.values(demoNames.lines)})
    order by line_name desc limit 1`.execute(db());
  const { lineUuid, classifySid, versionUuid } = rows[0]!;
  await sql`update line set org_id = ${orgId} where line_uuid = ${lineUuid}`.execute(db());
  put("lineClassify", "classifySid", classifySid);
  put("lineVersion", "versionUuid", versionUuid);
  const [file] = await good<Values[]>("/api/line/file/info/list", { state: 1 });
  const { fileUuid } = await good("/api/line/file/info/add", { classifySid, versionUuid: file!.versionUuid });
  put("lineFile", "fileUuid", fileUuid);
  const [node] = await good<Values[]>("/api/line/file/node/info/list", { fileUuid });
  put("lineFileNode", "nodeUuid", node!.nodeUuid);
  const nodeUuid = node!.nodeUuid;
  const items = [{ text: mark }];
  const [link] = await good<Values[]>("/api/line/file/node/audio/link/batchAdd", { nodeUuid, voiceUse: 1, items });
  put("lineFileNodeAudio", "linkUuid", link!.linkUuid);
  const text = await good("/api/line/file/node/txt/link/add", { nodeUuid, text: mark });
  put("lineFileNodeText", "linkUuid", text.linkUuid);
  const called = await good<Values[]>("/api/line/v1.0/staListByLineUuid", { lineUuid, direction: 1 });
  const own = called.map(({ staUuid }) => staUuid);
  const other = (await good<Values[]>("/api/sta/v1.0/list", {})).find(({ staUuid }) => !own.includes(staUuid))!;
  const standby = { lineUuid, direction: 1, staUuid: other.staUuid, replacesUuid: own[1] };
  put("lineStandby", "standbyUuid", (await good("/api/line/v1.0/standbyAdd", standby)).standbyUuid);
  const { multiUuid } = (await good<{ list: Values[] }>("/line-file-multi-info/pageList", {})).list[0]!;
  const task = { taskName: mark, taskType: 3, files: [multiUuid], targets: { orgIds: [orgId] }, orgId };
  const { taskUuid } = await good("/line-file-multi-task/add", task);
  put("issueTask", "taskUuid", taskUuid);
  const last = sql<{ detailUuid: string }>`
    with last as (select detail_uuid, bus_uuid from issue_detail order by detail_uuid desc limit 1),
      moved as (update bus set org_id = ${orgId} from last where bus.bus_uuid = last.bus_uuid)
    select detail_uuid from last`;
  put("issueDetail", "detailUuid", (await last.execute(db())).rows[0]!.detailUuid);
}
