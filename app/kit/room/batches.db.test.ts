import { sql } from "kysely";
import { expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { account, enter, visitorWith } from "../../../tests/kit/accounts";

const undoing = { form: "main form[method=post]" };

it("shows and takes back of a batch what the viewer's organisations have, and keeps what was changed since", async () => {
  const { rows } = await sql<{ busUuid: string; orgId: string }>`
    select distinct on (org_id) bus_uuid, org_id from bus where deleted_at is null order by org_id, bus_self_code limit 3`.execute(
    db(),
  );
  const [one, two, three] = rows;
  const permissions = ["bus.read", "bus.write"];
  const person = await visitorWith(...permissions);
  const contractOf = async ({ busUuid }: { busUuid: string }) =>
    (await person.get(`/bus/bus-management/${busUuid}/edit`)).field("contractNo");
  const before = await Promise.all([one!, two!, three!].map(contractOf));
  const asked = new URLSearchParams([["verb", "change"], ...rows.map(({ busUuid }) => ["ids", busUuid])]);
  const ask = await person.get(`/bus/bus-management/bulk?${asked}`);
  const done = await (await ask.submit({ change: "contractNo", contractNo: "批-1" })).follow();
  const href = done.$("[data-notice] a").attr("href")!;

  const own = await enter(await account({ permissions, dataScope: "own", orgId: two!.orgId }));
  const shown = await own.get(href);
  expect([shown.$("h1").text(), shown.$("main tbody tr").length]).toEqual(["批量修改 1 条车辆", 1]);
  expect((await (await shown.submit({}, undoing)).follow()).text).toContain("已撤销对 1 条车辆的修改");
  expect(await Promise.all([one!, two!].map(contractOf))).toEqual(["批-1", before[1]]);
  expect((await own.get(href.replace(/[0-9a-f]{32}$/, "0".repeat(32)))).status).toBe(404);

  const edit = await person.get(`/bus/bus-management/${three!.busUuid}/edit`);
  await edit.submit({ remark: "后来改的" });
  const rest = await person.get(href);
  expect(rest.text).toContain("其中 2 条后来又有改动或已经撤销");
  expect((await (await rest.submit({}, undoing)).follow()).text).toContain(
    "已撤销对 1 条车辆的修改；2 条没有撤销：2 条后来又被修改过",
  );
  expect(await Promise.all([one!, three!].map(contractOf))).toEqual([before[0], "批-1"]);
});
