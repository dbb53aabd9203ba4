import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import "~/rooms";
import "~/sheets.server";
import { findRoom } from "../registry";
import { asRows, checkedImport, type DrivenImport, superViewer } from "./drive.sample";
import { requireSheet } from "./sheet-registry";

interface PostRecord {
  id: number;
  name: string;
  version: number;
}
type Outcome = "created" | "changed" | "refused" | "undone" | "kept";
interface Line {
  code: string;
  name: string;
  known?: PostRecord;
  outcome?: Outcome;
  before?: string;
  written?: { id: number; version: number };
}
interface Import {
  driven: DrivenImport;
  lines: Line[];
  state: "checked" | "writing" | "done" | "undoing" | "undone";
}

const code = fc.integer({ min: 0, max: 3 }).map((n) => `Z${n}`);
const name = fc.constantFrom("甲", "乙", "丙");
const parcel = fc.integer({ min: 1, max: 3 });
const crashAt = fc.option(fc.integer({ min: 1, max: 2 }), { nil: undefined, freq: 2 });
const rows = fc.uniqueArray(fc.record({ code, name }), { selector: (row) => row.code, minLength: 1, maxLength: 4 });
const which = fc.nat({ max: 3 });
const operation = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant("check" as const), rows }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant("write" as const), which, parcel, crashAt }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant("undo" as const), which, parcel, crashAt }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("edit" as const), code, name }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("delete" as const), code }) },
);

const begun = [
  {
    does: "check",
    rows: [
      { code: "Z0", name: "甲" },
      { code: "Z1", name: "乙" },
    ],
  },
  { does: "write", which: 0, parcel: 2, crashAt: undefined },
] as const;

describe.each([
  {
    templateCode: "post",
    table: "post",
    codeName: "postCode",
    title: "postName",
    third: ["类别", "驾驶员"],
    key: "postUuid",
  },
  {
    templateCode: "parking",
    table: "depot",
    codeName: "parkingNum",
    title: "parkingName",
    third: ["所属机构", ""],
    key: "parkingUuid",
  },
] as const)("any imports of $templateCode, crashes, goings on and undos", (about) => {
  it("leave what the same done by hand leaves, nothing twice, and true counts", async () => {
    const sheet = requireSheet(about.templateCode);
    const { verbs } = findRoom(sheet.url)!;
    const header = sheet.columns
      .filter((one) => [about.codeName, about.title].includes(one.name as never))
      .map((one) => one.header);
    const third = about.third[1] || (await firstOrganisation());
    const met = new Set<string>();

    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 15, maxLength: 25 }), async (operations) => {
        await clear();
        const living = new Map<string, PostRecord>();
        const imports: Import[] = [];
        let ids = 0;
        let changes = 0;
        for (const one of [...begun, ...operations]) {
          if (one.does === "check") await check(one.rows);
          else if (one.does === "edit") await edit(one.code, one.name);
          else if (one.does === "delete") await remove(one.code);
          else await run(one);
          await compare();
        }

        async function check(given: readonly { code: string; name: string }[]) {
          const cells = given.map((row) => [row.code, row.name, third]);
          const driven = await checkedImport(sheet, asRows([[...header, about.third[0]], ...cells]));
          const lines = given.map((row): Line => ({ ...row, known: copy(living.get(row.code)) }));
          const due = lines.filter(({ known, name: said }) => known?.name !== said);
          imports.push({ driven, lines: due, state: "checked" });
          expect(await driven.count()).toMatchObject({
            new: due.filter(({ known }) => !known).length,
            changed: due.filter(({ known }) => known).length,
            same: lines.length - due.length,
            wrong: 0,
          });
        }

        async function run({
          does,
          which: at,
          parcel: size,
          crashAt: crash,
        }: {
          does: "write" | "undo";
          which: number;
          parcel: number;
          crashAt?: number;
        }) {
          const fitting = does === "write" ? ["checked", "writing"] : ["done", "undoing"];
          const able = imports.filter(({ state }) => fitting.includes(state));
          const one = able[at % Math.max(1, able.length)];
          if (!one) return;
          const due =
            does === "write"
              ? one.lines.filter(({ outcome }) => !outcome)
              : one.lines.filter(({ outcome }) => outcome === "created" || outcome === "changed").reverse();
          const crashed = crash !== undefined && due.length > (crash - 1) * size;
          for (const line of crashed ? due.slice(0, (crash - 1) * size) : due) (does === "write" ? write : undo)(line);
          const running = one.driven[does]({ parcel: size, crashAt: crash });
          if (crashed) met.add(`crashed ${does}`);
          if (crashed) await expect(running).rejects.toThrow("crash");
          else await running;
          one.state = crashed ? (does === "write" ? "writing" : "undoing") : does === "write" ? "done" : "undone";
        }

        function write(line: Line) {
          const now = living.get(line.code);
          if (line.known ? now?.id !== line.known.id || now.version !== line.known.version : now) {
            met.add(`refused ${line.known ? "changed" : "created"}`);
            line.outcome = "refused";
            return;
          }
          const record = now ?? { id: ++ids, name: "", version: 0 };
          line.before = record.name;
          line.outcome = now ? "changed" : "created";
          living.set(line.code, Object.assign(record, { name: line.name, version: record.version + 1 }));
          line.written = { id: record.id, version: record.version };
          changes++;
        }

        function undo(line: Line) {
          const now = living.get(line.code);
          const untouched = now?.id === line.written!.id && now.version === line.written!.version;
          if (!untouched) {
            met.add(`kept ${line.outcome}`);
            line.outcome = "kept";
            return;
          }
          if (line.outcome === "created") living.delete(line.code);
          else Object.assign(now, { name: line.before, version: now.version + 1 });
          met.add(`undone ${line.outcome}`);
          line.outcome = "undone";
          changes++;
        }

        async function edit(wanted: string, said: string) {
          const now = living.get(wanted);
          if (!now || now.name === said) return;
          await verbs.update(superViewer, await keyOf(wanted), { [about.title]: said } as never, now.version);
          Object.assign(now, { name: said, version: now.version + 1 });
          changes++;
        }

        async function remove(wanted: string) {
          if (!living.delete(wanted)) return;
          await verbs.remove(superViewer, [await keyOf(wanted)]);
          changes++;
        }

        async function compare() {
          const expected = [...living].map(([is, { name: said, version }]) => ({ code: is, name: said, version }));
          expect(await stored()).toEqual(expected.sort((a, b) => (a.code < b.code ? -1 : 1)));
          expect(await countHistory()).toBe(changes);
          for (const { driven, lines } of imports) {
            const has = (outcome: Outcome) => lines.filter((line) => line.outcome === outcome).length;
            expect(await driven.count()).toMatchObject({
              created: has("created"),
              altered: has("changed"),
              refused: has("refused"),
              kept: has("kept"),
            });
          }
        }
      }),
      { numRuns: 12, seed: 20_261_122 },
    );
    const ends = ["kept", "refused", "undone"].flatMap((end) => [`${end} created`, `${end} changed`]);
    expect([...met].sort()).toEqual(["crashed undo", "crashed write", ...ends].sort());
  });

  const stored = async () =>
    (
      await sql<{ code: string; name: string; version: number }>`
        select ${sql.ref(about.codeName)} as code, ${sql.ref(about.title)} as name, version from ${sql.table(about.table)}
        where ${sql.ref(about.codeName)} like 'Z_' and deleted_at is null order by 1`.execute(db())
    ).rows;
  const keyOf = async (wanted: string) =>
    (
      await sql<{ key: string }>`
        select ${sql.ref(about.key)} as key from ${sql.table(about.table)} where ${sql.ref(about.codeName)} = ${wanted} and deleted_at is null`.execute(
        db(),
      )
    ).rows[0]!.key;
  const ours = sql`select ${sql.ref(about.key)} from ${sql.table(about.table)} where ${sql.ref(about.codeName)} like 'Z_'`;
  const countHistory = async () =>
    (
      await sql<{ count: number }>`select count(*)::int as count from history where record_key in (${ours})`.execute(
        db(),
      )
    ).rows[0]!.count;
  const clear = async () => {
    await sql`delete from history where record_key in (${ours})`.execute(db());
    await sql`delete from ${sql.table(about.table)} where ${sql.ref(about.codeName)} like 'Z_'`.execute(db());
  };
});

const copy = (record: PostRecord | undefined) => record && { ...record };
const firstOrganisation = async () =>
  (
    await sql<{
      orgCode: string;
    }>`select org_code from organisation where deleted_at is null order by 1 limit 1`.execute(db())
  ).rows[0]!.orgCode;
