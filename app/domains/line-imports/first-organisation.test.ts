import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { zipOf } from "~/transit/gtfs/zip.sample";
import { visitorWith } from "../../../tests/kit/accounts";
import { startBuiltJobs } from "../../../tests/kit/jobs";
import type { Answer, Visitor } from "../../../tests/kit/visit";
import { may } from "./policy";

beforeAll(async () => {
  // A new installation has none.
  await sql`update organisation set deleted_at = now()`.execute(db());
  await startBuiltJobs();
});

const feed = zipOf({
  "routes.txt": "route_id,route_short_name,route_type\nF,测981路,3\n",
  "stops.txt": "stop_id,stop_name,stop_lat,stop_lon\nA,首甲,28.3,118.3\nB,首乙,28.31,118.3\nC,首丙,28.32,118.3\n",
  "trips.txt": "route_id,service_id,trip_id\nF,S,t\n",
  "stop_times.txt": "trip_id,stop_id,stop_sequence\nt,A,1\nt,B,2\nt,C,3\n",
});

async function preview(person: Visitor): Promise<Answer> {
  const body = new FormData();
  body.append("file", new File([feed as BlobPart], "首.zip"));
  const headers = { "sec-fetch-site": "same-origin" };
  const sent = await person.visit("/line/line-import", { method: "POST", headers, body });
  const page = await person.settled(sent.location!);
  const chosen = await page.submit({ crs: "WGS84", use: "lines" }, { form: "form[action$='/choose']" });
  return person.settled(chosen.location!);
}

const confirming = { form: "main form:not([action])" };

it("names the first organisation where the first lines come in", async () => {
  const plain = await visitorWith(may.read, may.write, "line.read");
  expect((await preview(plain)).text).toContain("还没有机构，您也没有新建机构的权限");
  const person = await visitorWith(may.read, may.write, "line.read", "organisation.read", "organisation.write");
  const page = await preview(person);
  const nothing = await page.submit({ newOrgName: "" }, confirming);
  expect([nothing.status, nothing.errorAt("newOrgName")]).toEqual([422, "请填写线路所属机构的名称"]);
  const done = await person.settled((await nothing.submit({ newOrgName: "新市公交" }, confirming)).location!);
  expect(done.text).toContain("导入完成");
  const found = await sql<{ orgName: string; orgCode: string }>`
    select org_name, org_code from line join organisation using (org_id) where line_name = '测981路'`.execute(db());
  expect(found.rows).toEqual([{ orgName: "新市公交", orgCode: "ZGS" }]);
});
