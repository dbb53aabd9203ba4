import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { type SheetState, sheetStates } from "~/kit/room/sheets/import-row";
import { visitorWith } from "../../../tests/kit/accounts";
import type { Answer, Visitor } from "../../../tests/kit/visit";

/** Every state in which an import may be found, those that people call by one name apart. */
const cases = {
  waiting: { state: "waiting" },
  reading: { state: "reading" },
  preview: { state: "preview" },
  applying: { state: "applying", confirmed: true },
  undoing: { state: "applying", confirmed: true, undoing: true },
  done: { state: "done", confirmed: true },
  partial: { state: "done", confirmed: true, bad: 1 },
  undone: { state: "done", confirmed: true, undoing: true, undone: true },
  cancelled: { state: "cancelled" },
  unread: { state: "failed" },
  halfWritten: { state: "failed", confirmed: true },
} satisfies Record<string, StoredImport>;
interface StoredImport {
  state: "waiting" | "reading" | "preview" | "applying" | "done" | "cancelled" | "failed";
  confirmed?: boolean;
  undoing?: boolean;
  undone?: boolean;
  bad?: number;
}
type Case = keyof typeof cases;

const names: Record<Case, SheetState> = {
  waiting: "checking",
  reading: "checking",
  preview: "preview",
  applying: "applying",
  undoing: "applying",
  done: "done",
  partial: "partial",
  undone: "undone",
  cancelled: "cancelled",
  unread: "failed",
  halfWritten: "failed",
};

/** What its page says of it, where that is not the state's name in lists. */
const ownWords: Partial<Record<Case, string>> = { undoing: "撤销中", preview: "核对导入" };

/** What each verb makes of an import in each state; `again`: it was done before, so nothing changes and nothing is refused. In all others it is refused. */
const verbs: Record<string, { to: Partial<Record<Case, StoredImport["state"]>>; again?: Case[]; words: RegExp }> = {
  confirm: {
    to: { preview: "applying" },
    again: ["applying", "undoing", "done", "partial", "undone"],
    words: /文件还在读取|已被取消|没有成功/,
  },
  cancel: {
    to: { waiting: "cancelled", reading: "cancelled", preview: "cancelled", unread: "cancelled" },
    again: ["cancelled"],
    words: /已经开始|已经完成|可能已经写入了一部分/,
  },
  columns: { to: { preview: "waiting" }, words: /已经确认或取消，不能再改列/ },
  correct: { to: { preview: "preview" }, words: /现在不能改正/ },
  retry: {
    to: { unread: "waiting", halfWritten: "applying" },
    again: ["waiting", "reading", "applying", "undoing"],
    words: /请先确认预览|已经完成|已被取消/,
  },
  undo: {
    to: { done: "applying", partial: "applying" },
    again: ["undone", "undoing"],
    words: /只有已经导入的才能撤销/,
  },
};

/** What the page of an import offers in each state. */
const offers: Record<Case, string[]> = {
  waiting: ["cancel"],
  reading: ["cancel"],
  preview: ["cancel", "confirm"],
  applying: [],
  undoing: [],
  done: ["undo"],
  partial: ["undo"],
  undone: [],
  cancelled: [],
  unread: ["retry"],
  halfWritten: ["retry"],
};

let person: Visitor;
let made = 0;

/** An import of one new post that is found in this state; no job is at work here, so it stays as it is put. */
async function importIn(name: Case): Promise<string> {
  made += 1;
  const file = new File([`岗位编号,岗位名称\nZTD${made},状态${made}\n`], "岗位.csv", { type: "text/csv" });
  const sent = await (
    await person.get("/excel/import?template=post")
  ).submit({ templateCode: "post", mode: "both" }, { files: { file } });
  const importId = sent.location!.split("/").pop()!;
  const { state, confirmed, undoing, undone, bad = 0 }: StoredImport = cases[name];
  const isRead = state !== "waiting" && state !== "reading" && name !== "unread" && state !== "cancelled";
  const found = { missing: [], unknown: [], repeated: [], moved: false };
  const match = { row: 1, headers: ["岗位编号", "岗位名称"], columns: { postCode: 0, postName: 1 }, ...found };
  const counts = { new: 1, changed: 0, same: 0, wrong: bad };
  const preview = isRead ? JSON.stringify({ match, hiddenSheets: [], hiddenRows: 0, counts }) : null;
  await sql`
    update import_batch set state = ${state}, preview = ${preview}::jsonb, row_count = ${isRead ? 1 + bad : 0}, bad_count = ${bad},
      created_count = ${state === "done" ? 1 : 0}, confirmed_at = ${confirmed ? sql`now()` : null}, confirmed_by = ${confirmed ? "x" : null},
      confirmed_by_name = ${confirmed ? "某人" : null}, undoing = ${undoing ?? false}, undone_at = ${undone ? sql`now()` : null},
      file_key = ${state === "cancelled" ? null : sql.ref("file_key")}
    where import_id = ${importId}`.execute(db());
  return importId;
}

/** The import as it is stored, and whether there is a job for it. */
async function kept(importId: string): Promise<Record<string, unknown> & { state: string }> {
  const { rows } = await sql<Record<string, unknown> & { state: string }>`
    select one.*, (select count(*)::int from pgboss.job where data->>'importId' = ${importId}) as jobs from import_batch one where import_id = ${importId}`.execute(
    db(),
  );
  return rows[0]!;
}

async function attempt(verb: string, importId: string): Promise<Answer> {
  const at = `/excel/import/${importId}`;
  const sent = await person.post(verb === "confirm" ? at : `${at}/${verb}`, verb === "columns" ? { sheet: "" } : {});
  return sent.status === 303 ? sent.follow() : sent;
}

describe.each(Object.keys(cases) as Case[])("an import that is %s", (name) => {
  // Who has thirty open ones may not begin another.
  beforeAll(async () => {
    person = await visitorWith("sheet.read", "sheet.write", "post.read", "post.write", "post.delete");
  });

  it("says so and offers what can be done with it, and nothing else", async () => {
    const page = await person.get(`/excel/import/${await importIn(name)}`);
    expect(page.text).toContain(ownWords[name] ?? sheetStates[names[name]]);
    const offered = ["cancel", "undo"].filter((verb) => page.$(`main a[href$="/${verb}"]`).length > 0);
    if (page.$("main button:contains(确认导入)").length > 0) offered.push("confirm");
    if (page.$("main button[form=retry]").length > 0) offered.push("retry");
    expect(offered).toEqual(offers[name]);
  });

  it.each(Object.entries(verbs))(
    "can %s, or is told why not and stays as it is",
    async (verb, { to, again, words }) => {
      const importId = await importIn(name);
      const before = await kept(importId);
      const answer = await attempt(verb, importId);
      const after = await kept(importId);
      const goal = to[name];
      if (goal) {
        expect([answer.status, after.state]).toEqual([200, goal]);
        return;
      }
      expect(after).toEqual(before);
      if (again?.includes(name)) expect(answer.text).not.toMatch(words);
      else expect(answer.text).toMatch(words);
    },
  );
});
