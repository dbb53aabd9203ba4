import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { orgNamed } from "../../../tests/kit/organisations";
import type { Envelope, Visitor } from "../../../tests/kit/visit";
import { day } from "../../../tests/kit/days";
import { makePlanner } from "./change-packages.sample";
import { packageRoom, packageStates, stateName } from "./room";

const path = (name: string) => (name.startsWith("/") ? name : `/api/change-package/v1.0/${name}`);

/** What may be done to a package in each state, and where it is then; `says`: how it is refused where it may be done but there is nothing to do it to. */
const table: Record<string, { from: number[]; to?: Record<number, number | "gone">; says?: RegExp }> = {
  update: { from: [0] },
  planStation: { from: [0] },
  addVersions: { from: [0], says: /草稿/ },
  removeItem: { from: [0] },
  giveWord: { from: [0, 1] },
  generateFiles: { from: [0, 1] },
  issueFiles: { from: [1], says: /没有要下发的线路文件/ },
  confirm: { from: [0], to: { 0: 2 } },
  takeBack: { from: [1, 2], to: { 1: 0, 2: 3 } },
  delete: { from: [0, 3, 4], to: { 0: "gone", 3: "gone", 4: "gone" } },
};

interface PackageKeys {
  packageUuid: string;
  itemUuid: string;
  staUuid: string;
}
let planner: Visitor;
let made = 0;

beforeAll(async () => {
  planner = await makePlanner();
});

const call = <T = unknown>(name: string, body: object): Promise<Envelope<T>> => planner.call<T>(path(name), body);

async function good<T>(name: string, body: object): Promise<T> {
  const answer = await call<T>(name, body);
  if (!answer.success) throw new Error(`${name}: ${JSON.stringify(answer)}`);
  return answer.data;
}

/** A package of today that renames a station of its own, brought into the state by what brings it there. */
async function packageIn(state: number): Promise<PackageKeys> {
  made += 1;
  const orgId = await orgNamed("一车队");
  const { staUuid } = await good<{ staUuid: string }>("/api/sta/v1.0/add", {
    staSelfCode: `ZT${made}`,
    staName: `状态站${made}`,
    lng: 116.4,
    lat: 39.9,
  });
  const values = { packageName: `状态${state} ${made}`, effectiveDay: day(state === 1 ? 30 : 0), orgId };
  const { packageUuid } = await good<{ packageUuid: string }>("add", values);
  await good("planStation", { packageUuid, staUuid, changes: { staName: `改名站${made}` } });
  const { items } = await good<{ items: { itemUuid: string }[] }>("ready", { packageUuid });
  if (state > 0) await good("confirm", { packageUuid });
  if (state === 3) await good("takeBack", { packageUuid, reason: "不改了" });
  if (state === 4)
    await db().updateTable("changePackage").set({ state }).where("packageUuid", "=", packageUuid).execute();
  expect((await kept({ packageUuid, staUuid })).state).toBe(state);
  return { packageUuid, itemUuid: items[0]!.itemUuid, staUuid };
}

/** The package, what is in it and the station as they are stored. */
async function kept({ packageUuid, staUuid }: Pick<PackageKeys, "packageUuid" | "staUuid">) {
  const { rows } = await sql<{ state: number; deletedAt: Date | null }>`
    select p.*, (select jsonb_agg(i order by item_uuid) from change_item i where i.package_uuid = p.package_uuid) as items,
      (select to_jsonb(s) from station s where sta_uuid = ${staUuid}) as station
    from change_package p where package_uuid = ${packageUuid}`.execute(db());
  return rows[0]!;
}

const bodyOf = (verb: string, { packageUuid, itemUuid, staUuid }: PackageKeys): object =>
  ({
    update: { packageUuid, remark: "改" },
    planStation: { packageUuid, staUuid, changes: { staName: "再改名站" } },
    addVersions: { packageUuid, versionUuids: ["0".repeat(32)] },
    removeItem: { packageUuid, itemUuid },
    takeBack: { packageUuid, reason: "不改了" },
    giveWord: { packageUuid, said: "已核对" },
  })[verb] ?? { packageUuid };

describe.each(packageStates)("a package that is $label", ({ value: state }) => {
  it("offers what can be done with it, and nothing else", async () => {
    const { packageUuid } = await packageIn(state);
    const page = await planner.get(`${packageRoom.url}/${packageUuid}`);
    const at = page.url;
    const offered = ["edit", "confirm", "take-back", "delete"].filter(
      (verb) => page.$(`main a[href^="${at}/${verb}"]`).length > 0,
    );
    const verbs: Record<string, string> = {
      edit: "update",
      confirm: "confirm",
      "take-back": "takeBack",
      delete: "delete",
    };
    expect(offered).toEqual(Object.keys(verbs).filter((verb) => table[verbs[verb]!]!.from.includes(state)));
  });

  it.each(Object.entries(table))("can %s, or is told why not and stays as it is", async (verb, { from, to, says }) => {
    const held = await packageIn(state);
    const before = await kept(held);
    const answer = await call(verb, bodyOf(verb, held));
    const after = await kept(held);
    if (!from.includes(state)) {
      expect([answer.success, answer.reason]).toEqual([false, "used"]);
      expect(answer.message).toMatch(new RegExp(`${stateName(state)}|变更包`));
      expect(after).toEqual(before);
    } else if (says) expect([answer.success, answer.message]).toEqual([false, expect.stringMatching(says)]);
    else {
      expect(answer).toMatchObject({ success: true });
      expect(after.deletedAt ? "gone" : after.state).toBe(to?.[state] ?? state);
    }
  });
});
