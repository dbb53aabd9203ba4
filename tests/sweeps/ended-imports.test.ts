import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { db, newKey } from "~/kit/data/db/pool.server";
import { account, enter } from "../kit/accounts";
import type { Visitor } from "../kit/visit";

/** Every kind of import that is confirmed: its door, what it needs beside, and its page. */
const kinds = [
  { door: "sheet", own: { kind: "import", template_code: "post" }, at: "/excel/import" },
  { door: "map", own: { kind: "map" }, at: "/map/data-down-load/import" },
  { door: "line", own: { kind: "lines" }, at: "/line/line-import" },
  { door: "audio", own: { kind: "upload" }, at: "/voice/voice-library/import" },
];
let person: Visitor;
beforeAll(async () => {
  person = await enter(await account({ isSuper: true }));
});

async function importThatIs(state: string, { door, own, at }: (typeof kinds)[number], isConfirmed = false) {
  const importId = newKey();
  const row = {
    import_id: importId,
    door,
    file_name: "旧的.zip",
    state,
    created_by: "x",
    created_by_name: "某人",
    confirmed_by_name: isConfirmed ? "某人" : null,
    ...own,
  };
  await sql`
    insert into import_batch (${sql.join(Object.keys(row).map((name) => sql.ref(name)))}) values (${sql.join(Object.values(row))})`.execute(
    db(),
  );
  return `${at}/${importId}`;
}

it.each(kinds)("confirmed in a tab that is older than its end, an import ($door) says so", async (kind) => {
  for (const [state, words] of [
    ["cancelled", "导入已被取消，请重新上传文件"],
    ["failed", "导入没有成功，请重新读取或重新上传"],
  ] as const) {
    const at = await importThatIs(state, kind);
    const sent = await person.post(at, { intent: "confirm" });
    expect(sent.status).toBe(303);
    const page = await sent.follow();
    expect(page.$("[role=alert], [role=status]").text()).toContain(words);
  }
});

it.each(kinds)(
  "an import ($door) that failed when some of it was written is not given up as if nothing was",
  async (kind) => {
    const at = await importThatIs("failed", kind, true);
    const sent = await person.post(`${at}/cancel`, {});
    const isWhole = ["map", "line"].includes(kind.door);
    expect(sent.status).toBe(isWhole ? 303 : 409);
    if (!isWhole) expect(sent.text).toMatch(/可能已经(写入|做好)了一部分/);
  },
);

it.each(kinds)("an import of another door is none at the pages of $door", async ({ door, at }) => {
  for (const other of kinds.filter((one) => one.door !== door)) {
    const importId = (await importThatIs("preview", other)).split("/").at(-1)!;
    expect([other.door, (await person.get(`${at}/${importId}`)).status]).toEqual([other.door, 404]);
  }
});
