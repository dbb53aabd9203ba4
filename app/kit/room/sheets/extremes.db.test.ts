import { describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import type { SheetCell } from "~/kit/page/sheets/sheet";
import "~/rooms";
import "~/sheets.server";
import type { SheetColumn } from "./column";
import { asRows, checkedImport, exported, faultsOf, judged, kindsOf, superViewer, throughFile } from "./drive.sample";
import { offeredCodes } from "./references.server";
import { requireSheet } from "./sheet-registry";

const hostile = `'"=1+1,;\t<b>&amp;%_\\\\\${x}\n第二行 🚌𠮷 #N/A`;
const lengths = [255, 128, 64, 32, 20, 16, 8, 4];
const numbers = [
  -180, -90, 0, 1, 1000, 1500, 2000, 3000, 8000, 4, 120, 150, 180, 90, 300, 359, 500, 1000, 2500, 2600, 4500, 5000,
  9999, 25_000, 40_000, 48_000, 99_999_999.99, 12.34,
].sort((one, other) => one - other);

/** What no rule gives away, and what checks ask of fields together: the value of the record `i`. */
const said: Record<string, Record<string, (i: number) => SheetCell>> = {
  station: { district: () => "110106", pronunciation: () => null },
  busModel: {},
  deviceModel: { manufacturerId: (i) => ["!~A9z", "7", null][i % 3]! },
  device: {
    imei: (i) => ["ABCDEFGHIJKLMNOP", "490154203237518", null, "a"][i] ?? null,
    terminalPhone: (i) => [`0138000000${i}0`.slice(0, 12), `0000000000138000000${i}`, null][i % 3]!,
    simPhone: (i) => (i % 2 ? `1440000000${i}00` : `1390000000${i}`),
    iccid: (i) => (i % 2 ? `0000000000000000000${i}` : `000000000000000000${i}`),
    protocol: () => null,
    timeZone: (i) => ["+08:00", "-14:30", "+00:00"][i % 3]!,
  },
  parking: {
    phone: (i) => ["+86 010-1234567", "110", null][i % 3]!,
    outline: (i) => (i % 2 ? "116.38,39.87; 116.39,39.87；116.39,39.88" : null),
  },
  person: {
    idCard: (i) => ["11010519491231002X", "34052419800101001X", null][i] ?? null,
    phone: (i) => (i % 2 ? "13900000000" : null),
    postUuid: () => "P900",
    sex: () => null,
    birthday: () => null,
  },
  post: {},
  organisation: { orgPid: () => null, phone: (i) => ["+86 010-1234567", null][i % 2]! },
  user: {
    userAccount: (i) => ["a0_", `${"b".repeat(20)}.@-_${i}`.padEnd(32, "9")][i] ?? `user.${i}`,
    personUuid: () => null,
  },
};

describe.each(Object.keys(said))("records of %s with the extremes of every field", (templateCode) => {
  it("are taken, and taken again from what is exported of them change nothing", async () => {
    const sheet = requireSheet(templateCode);
    if (templateCode === "person") await addPlainPost();
    const columns = await sheet.columnsFor(superViewer);
    const many = Math.max(6, ...columns.map(({ offered, choices }) => Math.min(12, (offered ?? choices)?.length ?? 0)));
    const cells: SheetCell[][] = [columns.map(({ header }) => header)];
    for (let i = 0; i < many; i++)
      cells.push(await Promise.all(columns.map((column) => cellOf(column, said[templateCode]![column.name], i))));
    const driven = await checkedImport(sheet, await throughFile(cells, "xlsx"));
    expect(faultsOf(driven.rows)).toEqual([]);
    expect(kindsOf(driven.rows)).toEqual({ new: many });
    await driven.write();
    expect(await driven.count()).toMatchObject({ created: many, refused: 0 });
    const stored = await exported(sheet);
    for (const kind of ["csv", "xlsx"] as const) {
      const rows = await judged(sheet, await throughFile(stored, kind));
      expect(faultsOf(rows)).toEqual([]);
      expect(kindsOf(rows)).toEqual({ same: stored.length - 1 });
    }
    expect(kindsOf(await judged(sheet, asRows(cells)))).toEqual({ same: many });
    await driven.undo();
    expect(await driven.count()).toMatchObject({ kept: 0, created: 0 });
  });
});

async function cellOf(column: SheetColumn, own: ((i: number) => SheetCell) | undefined, i: number): Promise<SheetCell> {
  if (own) return own(i);
  const { kind, reference, required, field, bits } = column;
  const empty = !required && i % 3 === 2;
  if (reference) return empty ? null : (await offeredCodes(superViewer, reference, 1))[0]!.code;
  if (bits)
    return (
      bits
        .slice(0, i)
        .map(({ label }) => label)
        .join("、") || null
    );
  const choices = column.offered ?? column.choices;
  if (choices) return choices[i % choices.length]!.label;
  if (empty) return null;
  if (kind === "check") return i % 2 === 0;
  if (kind === "date") return i % 2 === 0 ? "1800-01-01" : new Date("2999-12-31");
  if (kind === "number") {
    const fit = numbers.filter((number) => field.rule.safeParse(number).success);
    return i % 2 === 0 ? fit[0]! : fit.at(-1)!;
  }
  const most = lengths.find((length) => field.rule.safeParse("字".repeat(length)).success) ?? 1;
  const takesLines = field.rule.safeParse("一\n二").success;
  const signs = takesLines ? hostile : hostile.replace(/[\t\n]/g, " ");
  const text = i % 2 === 0 ? `${i}` : cut(`${i}${signs}`, most);
  return i === 0 ? `0${"长".repeat(most - 1)}` : text;
}

const cut = (text: string, most: number) =>
  text
    .slice(0, most)
    .replace(/[\ud800-\udbff]$/, "")
    .trim();

const addPlainPost = () =>
  db()
    .insertInto("post")
    .values({
      postUuid: "9".repeat(32),
      postCode: "P900",
      postName: "站务",
      postType: 3,
      state: 1,
      sort: 0,
      pinyin: "",
      initials: "",
      searchGrams: [],
      createdBy: "t",
      updatedBy: "t",
    } as never)
    .execute();
