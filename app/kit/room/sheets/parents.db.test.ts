import { sql } from "kysely";
import { expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import "~/rooms";
import "~/sheets.server";
import { asRows, checkedImport, exported, faultsOf, judged, kindsOf } from "./drive.sample";
import { requireSheet } from "./sheet-registry";

const sheet = () => requireSheet("organisation");
const header = ["机构编号", "机构名称", "上级机构"];
const file = (...rows: (string | null)[][]) => asRows([header, ...rows]);
const placeOf = async (code: string) =>
  (
    await sql<{ above: string | null }>`
      select p.org_code as above from organisation o left join organisation p on p.org_id = o.org_pid where o.org_code = ${code} and o.deleted_at is null`.execute(
      db(),
    )
  ).rows[0]?.above;

it("writes parents before what stands below them, wherever they stand in the file, and takes all of them back", async () => {
  const before = await exported(sheet());
  const driven = await checkedImport(
    sheet(),
    file(["T3", "三级", "T2"], ["T2", "二级", "T1 一级"], ["T1", "一级", null]),
  );
  expect(faultsOf(driven.rows)).toEqual([]);
  await driven.write({ parcel: 1 });
  expect(await driven.count()).toMatchObject({ created: 3, refused: 0 });
  expect([await placeOf("T3"), await placeOf("T2"), await placeOf("T1")]).toEqual(["T2", "T1", null]);
  await driven.undo({ parcel: 2 });
  expect(await driven.count()).toMatchObject({ created: 0, kept: 0 });
  expect(await exported(sheet())).toEqual(before);
});

it("moves what is there below new ones and others, and takes that back too", async () => {
  await (await checkedImport(sheet(), file(["M1", "甲", null], ["M2", "乙", "M1"], ["M3", "丙", null]))).write();
  const before = await exported(sheet());
  // M1 goes below M2, which has to leave it first; M3 below one that is new.
  const driven = await checkedImport(
    sheet(),
    file(["M1", "甲", "M2"], ["M2", "乙", "M4"], ["M3", "丙", "M4"], ["M4", "丁", null]),
  );
  expect(faultsOf(driven.rows)).toEqual([]);
  await driven.write();
  expect([await placeOf("M1"), await placeOf("M2"), await placeOf("M3")]).toEqual(["M2", "M4", "M4"]);
  await driven.undo();
  expect(await driven.count()).toMatchObject({ kept: 0, created: 0, altered: 0 });
  expect(await exported(sheet())).toEqual(before);
});

it("refuses parents that stand in a ring, each at its row", async () => {
  const rows = await judged(
    sheet(),
    file(["R1", "甲", "R2"], ["R2", "乙", "R3"], ["R3", "丙", "R1"], ["R4", "丁", "R4"], ["R5", "戊", "R1"]),
  );
  expect(faultsOf(rows).map(({ row, name, message }) => [row, name, message])).toEqual(
    expect.arrayContaining([
      [2, "orgPid", "上级机构绕成一圈（R1 → R2 → R3 → R1），请改正其中一行"],
      [3, "orgPid", "上级机构绕成一圈（R2 → R3 → R1 → R2），请改正其中一行"],
      [4, "orgPid", "上级机构绕成一圈（R3 → R1 → R2 → R3），请改正其中一行"],
      [5, "orgPid", "上级机构绕成一圈（R4 → R4），请改正其中一行"],
      [6, "orgPid", expect.stringContaining("上级机构不存在")],
    ]),
  );
  expect(kindsOf(rows)).toEqual({ wrong: 5 });
});

it("takes one name below two parents, and not twice below one", async () => {
  const rows = await judged(
    sheet(),
    file(
      ["N1", "东公司", null],
      ["N2", "西公司", null],
      ["N3", "一队", "N1"],
      ["N4", "一队", "N2"],
      ["N5", "一队", "N2"],
    ),
  );
  expect(faultsOf(rows)).toEqual([{ row: 6, code: "N5", name: "orgName", message: "同一上级下已有这个机构名称" }]);
});
