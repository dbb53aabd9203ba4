import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { db, newKey } from "~/kit/data/db/pool.server";
import type { Offer } from "~/kit/page/screens/list-screen";
import { account, enter, visitorWith } from "./accounts";
import { isLongRun } from "./long-run";
import type { Values } from "./page";
import { type Answer, visitor, type Visitor } from "./visit";

export interface Room {
  /** The list's path; pages of a record lie under it. */
  path: string;
  may: { read: string; write: string; remove: string };
  /** A new record's fields, good enough to be saved; made anew for each record, with other codes each time, by its number. */
  valid: (nth: number) => Values | Promise<Values>;
  /** Files of a new record, by the fields that take them; made anew for each record. */
  files?: () => Record<string, File>;
  /** What is refused, at which field, with which words; `set` gives the change where it is not simply that field. */
  invalid: { field: string; value?: string; set?: Values; message: string | RegExp }[];
  /** The field that names a record on every page. */
  showsAs: string;
  /** The field that must be unique among living records, and the refusal. */
  unique?: { field: string; message: string };
  /** A text field that an edit may change, and a second one. */
  texts: [string, string];
  /** Makes a word of the tests a good value of such a field, where it takes more than any text. */
  typed?: (field: string, word: string) => string;
  /** The query name that finds a record in the list by `showsAs`. */
  search?: string;
  /** The list is a tree: in branches instead of a table. */
  tree?: boolean;
  /** Where the answer to a create leads, when it is a page to be read first and no redirect. */
  leads?: (created: Answer) => string | undefined;
  /** Makes the address of a record's page from its key. */
  record?: (key: string) => string;
  /** The table and key column, to count records. */
  table: { name: string; key: string };
  /** A record that something needs: deleting it is refused. */
  used?: () => Promise<{ key: string; by: string }>;
  /** A field of the page for many records, and a value that a new record does not have; a list without 批量修改 has none. */
  bulk?: { field: string; value: string };
  /** What else its list does not offer: nothing is left out unless it is said here. */
  without?: readonly Exclude<Offer, "change">[];
  /** The API's path with the call that takes the key and answers reason `missing`; null where no call takes one. */
  api: { missing: string; key: string } | null;
}

const allOffers = ["new", "edit", "recycle", "export", "change", "remove"] as const;
const ofWriters: readonly Offer[] = ["new", "edit", "change"];
const ofRemovers: readonly Offer[] = ["recycle", "remove"];

const nowhere = "0".repeat(32);

/** What the kit does to every list alike is looked at in three, and in all in a long run. */
const listsInFull: readonly string[] = [
  "/station/station-management",
  "/bus/bus-management",
  "/personnel/personnel-management",
];

/** The tests that every room with list, form, delete, recycle bin and history passes, through the front door. */
export function describeRoom(room: Room): void {
  const { path, may, showsAs } = room;
  const pageOf = room.record ?? ((key: string) => `${path}/${key}`);
  const pagesOf = (key: string) => [
    path,
    `${path}/new`,
    `${path}/recycle`,
    pageOf(key),
    `${pageOf(key)}/edit`,
    `${pageOf(key)}/delete`,
    `${pageOf(key)}/history`,
  ];
  const everything = [may.read, may.write, may.remove];
  const attached = () => ({ files: room.files?.() });
  let made = 0;
  const valid = () => room.valid(++made);
  const typed = room.typed ?? ((_field: string, word: string) => word);
  const left: Offer[] = [...(room.without ?? []), ...(room.bulk ? [] : ["change" as const])];
  const offers = allOffers.filter((one) => !left.includes(one));
  const has = (...some: Offer[]) => offers.some((one) => some.includes(one));
  let person: Visitor;

  const many = (verb: string, ...keys: string[]) =>
    `${path}/bulk?${new URLSearchParams([["verb", verb], ...keys.map((key) => ["ids", key])])}`;
  const offeredOn = ({ $ }: Answer) => {
    const places: Record<Offer, string> = {
      new: `main a.primary[href^="${path}/new"]`,
      edit: `tbody a[href^="${path}"][href$="/edit"]`,
      recycle: `main a[href="${path}/recycle"]`,
      export: `main a[href^="${path}/export"]`,
      change: `form#ticked[action="${path}/bulk"] button[name=verb][value=change]:contains(批量修改)`,
      remove: `form#ticked[action="${path}/bulk"] button[name=verb][value=remove]:contains(批量删除)`,
    };
    return allOffers.filter((one) => $(places[one]).length > 0);
  };

  /** One of each for all of a file's tests; whoever writes or keeps something of their own is another. */
  const others = new Map<string, Promise<Visitor>>();
  const whoMay = (...permissions: string[]): Promise<Visitor> => {
    const found = others.get(permissions.join()) ?? visitorWith(...permissions);
    others.set(permissions.join(), found);
    return found;
  };

  beforeAll(async () => {
    person = await visitorWith(...everything);
  });

  /** Creates a record through the form; answers its key and what was typed. */
  async function make(
    by = person,
    changes: Values = {},
  ): Promise<{ key: string; typed: Values; name: string; answer: Answer }> {
    const typed = { ...(await valid()), ...changes };
    const answer = await (await by.get(`${path}/new`)).submit(typed, attached());
    expect(answer.status, answer.text).toBe(room.leads ? 200 : 303);
    const to = room.leads ? room.leads(answer) : answer.location;
    const key = /[0-9a-f]{32}/.exec(to ?? "")?.[0] ?? "";
    expect(key, `${to} names the new record`).not.toBe("");
    return { key, typed, name: String(typed[showsAs]), answer };
  }

  const count = async () =>
    Number(
      (
        await db()
          .selectFrom(room.table.name as "station")
          .select(({ fn }) => fn.countAll().as("n"))
          .where("deletedAt", "is", null)
          .executeTakeFirstOrThrow()
      ).n,
    );

  /** The text, and with the case of its letters swapped where the table takes both for one. */
  async function alike(field: string, text: string): Promise<string[]> {
    const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const folded = `create unique index.*lower\\(.*\\m${snake(field)}\\M`;
    const table = snake(room.table.name);
    const found = sql`select from pg_indexes where tablename = ${table} and indexdef ~* ${folded}`;
    const { rows } = await found.execute(db());
    const swapped = text.replace(/[a-z]/gi, (sign) => (/[a-z]/.test(sign) ? sign.toUpperCase() : sign.toLowerCase()));
    return rows.length > 0 ? [text, swapped] : [text];
  }

  describe(`room ${path}`, () => {
    it.runIf(isLongRun || listsInFull.includes(path))(
      "sends strangers to the login and back to the page they wanted",
      async () => {
        const { key } = await make();
        const who = await account({ permissions: everything });
        for (const wanted of [`${path}?page=2`, ...pagesOf(key)]) {
          const stranger = visitor();
          const sent = await stranger.get(wanted);
          expect([sent.status, sent.location]).toEqual([303, `/login?to=${encodeURIComponent(wanted)}`]);
          const back = await (await stranger.signIn(who.userAccount, who.password, sent.location)).follow();
          expect([back.status, back.url]).toEqual([200, wanted]);
        }
      },
    );

    it("refuses each page without its permission and changes nothing", async () => {
      const { key, name } = await make();
      const visitors = {
        nothing: await whoMay(),
        read: await whoMay(may.read),
        write: await whoMay(may.read, may.write),
        remove: await whoMay(may.read, may.remove),
      };
      const before = await count();
      const refused = async (by: Visitor, at: string, fields?: Values) => {
        const answer = await (fields ? by.post(at, pairsOf(fields)) : by.get(at));
        const page = await answer.follow();
        expect([at, page.status]).toEqual([at, 401]);
        expect(page.location ?? page.url).toMatch(/^\/401/);
      };
      for (const at of pagesOf(key)) await refused(visitors.nothing, at);
      for (const by of [visitors.nothing, visitors.read, visitors.remove]) {
        await refused(by, `${path}/new`, await valid());
        await refused(by, `${pageOf(key)}/edit`, { ...(await valid()) });
      }
      for (const by of [visitors.nothing, visitors.read, visitors.write]) {
        await refused(by, `${pageOf(key)}/delete`, {});
        await refused(by, `${path}/recycle`, { key });
      }
      const { read, write, remove } = visitors;
      const picked = { count: "1", digest: (await person.get(many("", key))).field("digest") ?? "" };
      const change = { ...picked, ...(room.bulk && { change: room.bulk.field, [room.bulk.field]: room.bulk.value }) };
      for (const [verb, sent, others] of [
        ["change", change, [read, remove]],
        ["remove", { ...picked, intent: "remove" }, [read, write]],
      ] as const)
        for (const by of has("change", "remove") ? others : []) {
          await refused(by, many(verb, key));
          for (const at of [many(verb, key), many("", key)]) await refused(by, at, sent);
        }
      expect(await count()).toBe(before);
      const still = await person.get(`${pageOf(key)}/edit`);
      expect(still.field(showsAs)).toBe(name);
      if (room.bulk) expect(still.field(room.bulk.field)).not.toBe(room.bulk.value);
      for (const [by, more] of [
        [read, []],
        [write, ofWriters],
        [remove, ofRemovers],
        [person, allOffers],
      ] as [Visitor, readonly Offer[]][]) {
        const mine = offers.filter((one) => one === "export" || more.includes(one));
        const list = await by.get(path);
        expect([list.status, offeredOn(list)]).toEqual([200, mine]);
      }
    });

    it("creates by a plain post, shows the record and finds it in the list", async () => {
      const { key, name, answer } = await make();
      const shown = await answer.follow();
      expect(shown.status).toBe(200);
      expect(shown.text).toContain("已保存");
      expect(shown.$("h1").text() + shown.text).toContain(name);
      const list = await person.get(`${path}?${new URLSearchParams({ [room.search ?? "keyword"]: name })}`);
      expect(list.$(room.tree ? "main ul" : "tbody").text()).toContain(name);
      const form = await person.get(`${pageOf(key)}/edit`);
      expect(form.field(showsAs)).toBe(name);
    });

    it("answers the same form sent twice like once, and makes or changes one record", async () => {
      const before = await count();
      const form = await person.get(`${path}/new`);
      const sent = { ...(await valid()) };
      const once = await form.submit(sent, attached());
      const to = (answer: Answer) => (room.leads?.(answer) ?? answer.location)?.split("?")[0];
      expect(to(once), once.text).toMatch(/[0-9a-f]{32}/);
      const twice = await form.submit(sent, attached());
      expect([twice.status, to(twice)]).toEqual([303, to(once)]);
      expect((await twice.follow()).text).toContain("已保存");
      expect(await count()).toBe(before + 1);
      const other = { ...(await valid()) };
      const both = await Promise.all([form.submit(other, attached()), form.submit(other, attached())]);
      const [one, same] = both.map(to);
      expect([one, same !== to(once)], both.map(({ text }) => text).join()).toEqual([same, true]);
      expect(await count()).toBe(before + 2);
      const edit = await person.get(`${to(once)}/edit`);
      const changed = { [room.texts[0]]: typed(room.texts[0], "连按两次") };
      const edits = [await edit.submit(changed), await edit.submit(changed)];
      expect(edits.map((answer) => [answer.status, to(answer)])).toEqual([
        [303, to(once)],
        [303, to(once)],
      ]);
    });

    describe.runIf(!room.tree && (isLongRun || listsInFull.includes(path)))("its list for everyone's own eyes", () => {
      it("is sorted by a second column after the first, by links alone", async () => {
        const list = await person.get(path);
        const header = list.$("th:has(a[aria-label^=再按])").first().find("a:not([class])").text();
        expect(header, "a second column to sort by").not.toBe("");
        const level = (page: Answer) =>
          page
            .$("th")
            .filter((_, th) => page.$(th).find("a:not([class])").text() === header)
            .find("a[class]");
        const levels = await person.get(path + level(list).attr("href"));
        expect(Number(level(levels).text())).toBeGreaterThan(1);
        expect(levels.text).toContain("清除排序");
        const down = await person.get(path + level(levels).attr("href"));
        expect(down.url).toMatch(/sort=[^&]+%2C-/);
        const own = await person.get(path + down.$("a:contains(清除排序)").attr("href"));
        expect(own.text).not.toContain("清除排序");
      });

      it("shows the columns that a person chose, to them alone, until they go back", async () => {
        await make();
        const other = await whoMay(may.read);
        const list = await person.get(path);
        const columns = list.fields("columns");
        const left = list.$("input[name=columns]:not([disabled])[checked]").attr("value")!;
        const name = list.$(`label:has(input[name=columns][value=${left}])`).text();
        const chosen = await (
          await list.submit({ columns: columns.filter((id) => id !== left) }, { form: "form[action='/list-columns']" })
        ).follow();
        expect([chosen.url, chosen.$("thead").text().includes(name)]).toEqual([path, false]);
        expect((await other.get(path)).$("thead").text()).toContain(name);
        const reset = await (await chosen.submit({}, { press: "恢复默认" })).follow();
        expect(reset.$("thead").text()).toContain(name);
      });

      it("keeps filters under a name, opens them again and lets them go", async () => {
        const { name } = await make();
        const found = await person.get(`${path}?${new URLSearchParams({ [room.search ?? "keyword"]: name })}`);
        const save = { form: "form:has([name=query])", press: "保存筛选" };
        const saved = await (await found.submit({ name: "我的一条" }, save)).follow();
        expect(saved.text).toContain("已保存筛选“我的一条”");
        const again = await (await found.submit({ name: "我的一条" }, save)).follow();
        expect(again.text).toContain("已有名为“我的一条”的筛选");
        const plain = await person.get(path);
        const opened = await person.get(path + plain.$("a:contains(我的一条)").attr("href"));
        expect(opened.$("tbody").text()).toContain(name);
        const gone = await (await plain.submit({}, { press: "删除筛选 我的一条" })).follow();
        expect(gone.text).toContain("已删除筛选");
        expect((await person.get(path)).$("a:contains(我的一条)").length).toBe(0);
      });
    });

    describe.runIf(!room.tree)("its list", () => {
      it("leads from a row to its edit who may change it, nobody else", async () => {
        const { name, key } = await make();
        const to = async (by: Visitor) =>
          (await by.get(`${path}?${new URLSearchParams({ [room.search ?? "keyword"]: name })}`)).$(
            `tbody a[href="${pageOf(key)}/edit"]`,
          );
        const link = await to(person);
        expect([link.text(), (await person.get(link.attr("href")!)).field(showsAs)]).toEqual(["编辑", name]);
        expect(await to(await whoMay(may.read, may.remove))).toHaveLength(0);
      });

      it("says how many there are", async () => {
        const list = await person.get(path);
        expect(list.text).toContain(`共 ${(await count()).toLocaleString("zh-CN")} 条`);
      });
    });

    describe.runIf(has("export"))("its export", () => {
      it("is a file of what the filters find, in the columns chosen, in UTF-8 or GBK", async () => {
        const { name } = await make();
        const found = await person.get(`${path}?${new URLSearchParams({ [room.search ?? "keyword"]: name })}`);
        const link = found.$("a:contains(导出 CSV)").attr("href")!;
        const file = await person.send(link);
        expect([file.status, file.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
        expect(file.headers.get("content-disposition")).toMatch(
          /^attachment; .*filename\*=UTF-8''(%[0-9A-F]{2})+%20\d{4}-\d\d-\d\d\.csv$/,
        );
        const lines = Buffer.from(await file.arrayBuffer())
          .toString()
          .split("\r\n");
        expect([lines[0]![0], lines.length, lines[1]!.includes(name)]).toEqual(["\ufeff", 3, true]);
        for (const heading of found
          .$("thead th")
          .map((_, one) => found.$(one).find("a").first().text() || found.$(one).text())
          .get())
          if (!/^(选择|操作|)$/.test(heading)) expect(lines[0]).toContain(heading);
        const gbk = await person.send(`${link}&charset=gbk`);
        expect(new TextDecoder("gbk").decode(await gbk.arrayBuffer())).toBe(lines.join("\r\n").slice(1));
        if (room.tree) return;
        const left = found.$("input[name=columns]:not([disabled])[checked]").last();
        const heading = found.$(left.closest("label")).text();
        const columns = found.fields("columns").filter((id) => id !== left.attr("value"));
        const fewer = await (await found.submit({ columns }, { form: "form[action='/list-columns']" })).follow();
        const own = await person.send(fewer.$("a:contains(导出 CSV)").attr("href")!);
        const headings = Buffer.from(await own.arrayBuffer())
          .toString()
          .slice(1)
          .split("\r\n")[0]!
          .split(",");
        expect([
          heading,
          lines[0]!
            .slice(1)
            .split(",")
            .filter((one) => one !== heading),
        ]).toEqual([heading, headings]);
        await fewer.submit({}, { press: "恢复默认" });
        expect((await person.send(link, { method: "HEAD" })).status).toBe(200);
        expect((await (await whoMay()).get(link)).location).toMatch(/^\/401/);
      });
    });

    describe("many of its records", () => {
      const changed = "are changed at once in the fields ticked, each with its history; sent twice it is harmless";

      it.runIf(has("change"))(changed, async () => {
        const { field, value } = room.bulk!;
        const [one, two] = [await make(), await make()];
        const ask = await person.get(many("change", one.key, two.key));
        expect([ask.status, ask.text.includes(one.name), ask.text.includes(two.name)]).toEqual([200, true, true]);
        const unticked = await ask.submit({ [field]: value });
        expect([unticked.status, unticked.field(field)]).toEqual([422, value]);
        expect(unticked.text).toContain("请勾选“修改”");
        const nothing = await ask.submit();
        expect([nothing.status, nothing.text.includes("请勾选要修改的字段")]).toEqual([422, true]);
        const change = {
          change: field,
          [field]: value,
          ...(ask.field("reason") !== undefined && { reason: "一起改" }),
        };
        const was = (await person.get(`${pageOf(one.key)}/edit`)).field(field);
        const done = await (await ask.submit(change)).follow();
        expect(done.text).toContain("已修改 2 条");
        expect((await ask.submit(change)).status).toBe(303);
        for (const { key } of [one, two]) {
          expect((await person.get(`${pageOf(key)}/edit`)).field(field)).toBe(value);
          const history = await person.get(`${pageOf(key)}/history`);
          expect([history.text.match(/修改前/g)?.length, history.text.includes("一起改")]).toEqual([1, true]);
        }
        const batch = await person.get(done.$("[data-notice] a:contains(查看或撤销)").attr("href")!);
        expect([batch.status, batch.text.includes(one.name), batch.text.includes(two.name)]).toEqual([200, true, true]);
        const reader = await whoMay(may.read);
        const read = await reader.get(batch.url);
        expect([read.status, read.$("main form[method=post] button").length]).toEqual([200, 0]);
        expect((await reader.post(batch.url, {})).location).toMatch(/^\/401/);
        const undo = { form: "main form[method=post]" };
        expect((await (await batch.submit({}, undo)).follow()).text).toContain("已撤销对 2 条");
        for (const { key } of [one, two])
          expect((await person.get(`${pageOf(key)}/edit`)).field(field) ?? "").toBe(was ?? "");
        expect((await batch.submit({}, undo)).status).toBe(303);
        const twice = await person.get(batch.url);
        expect([twice.text.includes("后来又有改动或已经撤销"), twice.$("main form[method=post]").length]).toEqual([
          true,
          0,
        ]);
      });

      it.runIf(has("change", "remove"))(
        "are asked about again where they are not those that the page showed",
        async () => {
          const verb = has("remove") ? "remove" : "change";
          const [one, two] = [await make(), await make()];
          const ask = await person.get(many(verb, one.key, two.key));
          await (await person.get(`${pageOf(two.key)}/delete`)).submit();
          const moved = await ask.submit();
          expect([moved.status, moved.text.includes("已经不是原来那 2 条")]).toEqual([409, true]);
          expect((await person.get(pageOf(one.key))).status).toBe(200);
        },
      );

      it.runIf(has("remove"))("are deleted all or none", async () => {
        const [one, two] = [await make(), await make()];
        const keep = room.used && (await room.used());
        if (keep) {
          const blocked = await person.get(many("remove", one.key, keep.key));
          expect([blocked.text.includes(keep.by), blocked.$("main form[method=post] button").length]).toEqual([
            true,
            0,
          ]);
        }
        const ask = await person.get(many("remove", one.key, two.key));
        const batch = (await expectDone(() => ask.submit(), "已删除 2 条"))
          .$("[data-notice] a:contains(查看或撤销)")
          .attr("href");
        for (const { key } of [one, two]) expect((await person.get(pageOf(key))).status).toBe(404);
        expect((await person.get(`${path}/recycle`)).text).toContain(one.name);
        expect((await person.get(many("remove", one.key))).text).toContain("没有符合条件的记录");
        if (!batch) return;
        const undo = await person.get(batch);
        expect(undo.text).toContain(one.name);
        expect((await (await undo.submit({}, { form: "main form[method=post]" })).follow()).text).toContain(
          "已撤销对 2 条",
        );
        for (const { key } of [one, two]) expect((await person.get(pageOf(key))).status).toBe(200);
      });

      it.runIf(!room.tree && has("change", "remove"))(
        "found by the filters are those that the list shows",
        async () => {
          const { name } = await make();
          const list = await person.get(`${path}?${new URLSearchParams({ [room.search ?? "keyword"]: name })}`);
          const all = await person.get(list.$("a:contains(条操作…)").attr("href")!);
          expect([all.status, all.text.includes(name), all.text.includes(`${name} 等`)]).toEqual([200, true, false]);
        },
      );
    });

    it.each(
      room.invalid.map((one) => ({
        ...one,
        of: one.value === undefined ? JSON.stringify(one.set ?? "") : one.value.slice(0, 30),
      })),
    )("refuses $field = $of at its field and keeps everything typed", async ({ field, value, set, message }) => {
      const typed = { ...(await valid()), ...(set ?? { [field]: value ?? "" }) };
      const before = await count();
      const form = await person.get(`${path}/new`);
      const answer = await form.submit(typed, attached());
      expect(answer.status).toBe(422);
      expect(answer.errorAt(field)).toMatch(message);
      for (const [name, sent] of Object.entries(typed))
        expect([name, answer.fields(name)]).toEqual([name, sent === null ? [] : [sent].flat()]);
      expect(await count()).toBe(before);
    });

    it("neither offers nor takes an organisation that was deleted", async () => {
      const form = await person.get(`${path}/new`);
      if (form.$("select[name=orgId]").length === 0) return;
      const [orgId, orgName] = [newKey(), `撤销的车队${made}`];
      await db()
        .insertInto("organisation")
        .values({ orgId, orgName, orgCode: `C${orgId.slice(0, 8)}` })
        .execute();
      const offered = async () => (await person.get(`${path}/new`)).$(`select[name=orgId] option[value=${orgId}]`);
      expect(await offered()).toHaveLength(1);
      await db().updateTable("organisation").set({ deletedAt: new Date() }).where("orgId", "=", orgId).execute();
      expect(await offered()).toHaveLength(0);
      const before = await count();
      const sent = pairsOf({ ...(await valid()), orgId });
      const answer = await person.post(`${path}/new`, sent);
      expect([answer.status, answer.errorAt("orgId")]).toEqual([422, expect.stringMatching(/\p{Script=Han}/u)]);
      expect(await count()).toBe(before);
    });

    it.runIf(room.unique)("refuses a taken code, at its field, when adding and when editing", async () => {
      const { field, message } = room.unique!;
      const [first, second] = [await make(), await make()];
      const form = await person.get(`${path}/new`);
      for (const taken of await alike(field, String(first.typed[field]))) {
        const added = await form.submit({ ...(await valid()), [field]: taken }, attached());
        expect([taken, added.status, added.errorAt(field)]).toEqual([taken, 422, message]);
      }
      const edited = await (await person.get(`${pageOf(second.key)}/edit`)).submit({ [field]: first.typed[field]! });
      expect([edited.status, edited.errorAt(field)]).toEqual([422, message]);
    });

    it("does not overwrite what someone else saved meanwhile: shows both and saves what is chosen", async () => {
      const [one, two] = room.texts;
      const both = (first: string, second: string) => ({ [one]: typed(one, first), [two]: typed(two, second) });
      const { key } = await make(person, both("原来的一", "原来的二"));
      const other = await whoMay(...everything);
      const mine = await person.get(`${pageOf(key)}/edit`);
      await (await other.get(`${pageOf(key)}/edit`)).submit(both("他的一", "他的二"));
      const conflict = await mine.submit(both("我的一", "我的二"));
      expect(conflict.status).toBe(409);
      for (const whose of ["原来的", "他的", "我的"])
        for (const word of [typed(one, `${whose}一`), typed(two, `${whose}二`)]) expect(conflict.text).toContain(word);
      expect((await person.get(`${pageOf(key)}/edit`)).field(one)).toBe(typed(one, "他的一"));
      const saved = await conflict.submit({ [`__take.${one}`]: "mine", [`__take.${two}`]: "theirs" });
      expect(saved.status, saved.text).toBe(303);
      const now = await person.get(`${pageOf(key)}/edit`);
      expect([now.field(one), now.field(two)]).toEqual([typed(one, "我的一"), typed(two, "他的二")]);
    });

    it("deletes after showing what it touches, keeps the record in the recycle bin and brings it back, pressed twice too", async () => {
      const { key, name } = await make();
      const ask = await person.get(`${pageOf(key)}/delete`);
      expect(ask.text).toContain(name);
      const reason: Record<string, string> = ask.field("reason") === undefined ? {} : { reason: "并入了别处" };
      await expectDone(() => ask.submit(reason), "已删除", name);
      expect((await (await whoMay(...everything)).post(`${pageOf(key)}/delete`, {})).status).toBe(404);
      expect((await person.get(pageOf(key))).status).toBe(404);
      const bin = await person.get(`${path}/recycle`);
      expect(bin.$("tbody tr").first().text(), "the last deleted comes first").toContain(name);
      await expectDone(() => bin.submit({}, { press: `[value="${key}"]` }), "已恢复", name);
      expect((await person.get(pageOf(key))).text).toContain(name);
      const history = await person.get(`${pageOf(key)}/history`);
      for (const words of ["删除", ...Object.values(reason)]) expect(history.text).toContain(words);
    });

    it.runIf(room.unique)("asks for a new code when the deleted record's own was taken meanwhile", async () => {
      const { field } = room.unique!;
      const first = await make();
      await (await person.get(`${pageOf(first.key)}/delete`)).submit();
      await make(person, { [field]: first.typed[field]! });
      const asked = await (await person.get(`${path}/recycle`)).submit({}, { press: `[value="${first.key}"]` });
      expect(asked.status).toBe(422);
      const fresh = String((await valid())[field]);
      const restored = await asked.submit({ newCode: fresh }, { form: "form:has([name=newCode])" });
      expect(restored.status, restored.text).toBe(303);
      expect((await person.get(`${pageOf(first.key)}/edit`)).field(field)).toBe(fresh);
    });

    it.runIf(room.used)("does not delete what something still needs", async () => {
      const { key, by } = await room.used!();
      const ask = await person.get(`${pageOf(key)}/delete`);
      expect(ask.text).toContain(by);
      expect(ask.$("main form[method=post] button").length).toBe(0);
      const forced = await person.post(`${pageOf(key)}/delete`, {});
      expect(forced.status).toBe(409);
      expect((await person.get(pageOf(key))).status).toBe(200);
    });

    it("keeps who changed what, when and why", async () => {
      const who = await account({ permissions: everything });
      const by = await enter(who);
      const { key } = await make(by);
      const edit = await by.get(`${pageOf(key)}/edit`);
      const reason: Record<string, string> = edit.field("reason") === undefined ? {} : { reason: "核对现场" };
      await edit.submit({ [room.texts[0]]: typed(room.texts[0], "改后的"), ...reason });
      const history = await person.get(`${pageOf(key)}/history`);
      expect(history.status).toBe(200);
      const why = Object.values(reason).map((words) => `修改原因：${words}`);
      for (const word of ["新增", "修改", "改后的", who.userName, ...why]) expect(history.text).toContain(word);
    });

    it("answers 404 for a record that is not there", async () => {
      for (const at of [pageOf(nowhere), `${pageOf(nowhere)}/edit`, `${pageOf(nowhere)}/delete`, pageOf("zz")]) {
        const answer = await person.get(at);
        expect([at, answer.status]).toEqual([at, 404]);
        expect(answer.$("h1").text()).toContain("不存在");
      }
      const posted = await person.post(`${pageOf(nowhere)}/delete`, {});
      expect(posted.status).toBe(404);
      if (room.api === null) return;
      const call = await person.call(room.api.missing, { [room.api.key]: nowhere });
      expect(call).toMatchObject({ status: 200, success: false, code: 400, reason: "missing" });
    });
  });
}

/** A button pressed twice at once, and once more later: each press is told that it is done. */
async function expectDone(press: () => Promise<Answer>, ...words: string[]): Promise<Answer> {
  const pressed = [...(await Promise.all([press(), press()])), await press()];
  expect(pressed.map(({ status }) => status)).toEqual([303, 303, 303]);
  const last = await pressed[2]!.follow();
  for (const word of words) expect(last.$("[role=status]").text()).toContain(word);
  return last;
}

function pairsOf(values: Values): [string, string][] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map((one): [string, string] => [name, one]),
  );
}
