import { sql } from "kysely";
import { expect, it } from "vitest";
import { verifyPassword } from "~/kit/data/access/passwords.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import "~/rooms";
import "~/sheets.server";
import { asRows, checkedImport, exported, faultsOf, judged, kindsOf, superViewer } from "./drive.sample";
import { requireSheet } from "./sheet-registry";

it("an ID card brings birthday and sex, and all three go when the import is taken back", async () => {
  const sheet = requireSheet("person");
  await addPerson("Q1");
  const before = await exported(sheet);
  const driven = await checkedImport(
    sheet,
    asRows([
      ["工号", "身份证号"],
      ["Q1", "11010519491231002X"],
    ]),
  );
  await driven.write();
  const stored = await sql<{ birthday: string; sex: number }>`
    select birthday, sex from person where id_card = '11010519491231002X'`.execute(db());
  expect(stored.rows).toEqual([{ birthday: "1949-12-31", sex: 2 }]);
  await driven.undo();
  expect(await exported(sheet)).toEqual(before);
});

it("a birthday against the ID card changes nothing and counts as no change", async () => {
  const sheet = requireSheet("person");
  await addPerson("Q2", "34052419800101001X");
  const file = [
    ["工号", "性别", "出生日期"],
    ["Q2", "女", "2000-01-01"],
  ];
  expect(kindsOf(await judged(sheet, asRows(file)))).toEqual({ same: 1 });
});

it("an outline brings a point, and both go when the import is taken back", async () => {
  const sheet = requireSheet("parking");
  await (
    await checkedImport(
      sheet,
      asRows([
        ["场站编号", "场站名称", "所属机构"],
        ["Q9", "空地", await rootCode()],
      ]),
    )
  ).write();
  const before = await exported(sheet);
  const outline = "116.38,39.87;116.39,39.87;116.39,39.88";
  const driven = await checkedImport(
    sheet,
    asRows([
      ["场站编号", "场界"],
      ["Q9", outline],
    ]),
  );
  expect(kindsOf(driven.rows)).toEqual({ changed: 1 });
  await driven.write();
  const [header, ...rows] = await exported(sheet);
  expect(rows.find(([code]) => code === "Q9")![header!.indexOf("经度")]).toBeCloseTo(116.3867, 3);
  await driven.undo();
  expect(await exported(sheet)).toEqual(before);
});

it("persons are exchanged without ID cards by who may not see them", async () => {
  const sheet = requireSheet("person");
  const clerk: Viewer = { ...superViewer, isSuper: false, permissions: new Set(["person.read", "person.write"]) };
  const [header] = await exported(sheet, clerk);
  expect(header).not.toContain("身份证号");
  const [all, first] = await exported(sheet);
  const file = [all!, first!.map((cell, at) => (all![at] === "身份证号" ? "34052419800101001X" : cell))];
  expect(kindsOf(await judged(sheet, asRows(file), clerk))).toEqual({ same: 1 });
});

it("new users have no role and no password that anybody knows, and super users are left alone", async () => {
  const sheet = requireSheet("user");
  const file = [
    ["账号", "姓名", "所属机构", "超级用户", "密码"],
    ["sheet.user", "新用户", await rootCode(), "是", "Zhi-Dao-4410"],
    ["SHEET.USER", "同一账号", null, "否", null],
    ["admin", "改名", null, "否", null],
  ];
  const driven = await checkedImport(sheet, asRows(file));
  expect(faultsOf(driven.rows)).toEqual([
    { row: 3, code: "SHEET.USER", name: "userAccount", message: "与第 2 行的账号重复" },
    { row: 4, code: "admin", name: "", message: "超级用户不能用导入修改，请到用户页面修改" },
  ]);
  await driven.write();
  const found = await sql<{ passwordHash: string; ended: boolean; roles: number; rest: object }>`
    select password_hash, first_password_ends_at <= now() as ended, (select count(*) from user_role r where r.user_id = u.user_id)::int as roles,
      jsonb_build_object('isSuper', is_super, 'userStatus', user_status, 'once', password_once) as rest
    from app_user u where user_account = 'sheet.user'`.execute(db());
  const [user] = found.rows;
  expect(user).toMatchObject({ ended: true, roles: 0 });
  expect(user!.rest).toEqual({ isSuper: false, userStatus: "must-change-password", once: true });
  expect(await verifyPassword(user!.passwordHash, "Zhi-Dao-4410")).toBe(false);
  await driven.undo();
  expect(await driven.count()).toMatchObject({ created: 0, kept: 0 });
});

async function addPerson(code: string, idCard: string | null = null) {
  const post = await sql<{
    postCode: string;
  }>`select post_code from post where post_type <> 1 and state = 1 limit 1`.execute(db());
  const header = ["工号", "姓名", "所属机构", "岗位", "身份证号"];
  const row = [code, "某人", await rootCode(), post.rows[0]!.postCode, idCard];
  await (await checkedImport(requireSheet("person"), asRows([header, row]))).write();
}

const rootCode = async () =>
  (
    await sql<{
      orgCode: string;
    }>`select org_code from organisation where org_pid is null and deleted_at is null`.execute(db())
  ).rows[0]!.orgCode;
