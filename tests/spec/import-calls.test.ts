import { beforeAll, describe, expect, it } from "vitest";
import { may as attachments } from "~/domains/attachments/policy";
import { may as lineImports } from "~/domains/line-imports/policy";
import { may as maps } from "~/domains/roads/policy";
import { demoNames } from "~/seed/demo-city";
import { db } from "~/kit/data/db/pool.server";
import { town } from "~/transit/osm/town.sample";
import { toOsmXml } from "~/transit/osm/write-xml";
import { visitorWith } from "../kit/accounts";
import { attach } from "../kit/attach";
import { startBuiltJobs } from "../kit/jobs";
import type { Visitor } from "../kit/visit";
import { primaryVariantOf } from "../kit/line-named";
import { firstOrg } from "../kit/organisations";

interface Told {
  importUuid: string;
  state: string;
  fileName: string;
}
interface StationImport extends Told {
  preview: { counts: { new: number; errors: number; name: number }; problems: { message: string }[] } | null;
  result: { created: { staName: string }[]; directions: { stations: number }[] } | null;
}

let person: Visitor;
let reader: Visitor;

beforeAll(async () => {
  [person, reader] = await Promise.all([
    visitorWith(
      lineImports.read,
      lineImports.write,
      maps.read,
      maps.import,
      attachments.read,
      attachments.write,
      "line.read",
    ),
    visitorWith(lineImports.read, maps.read),
  ]);
  await startBuiltJobs();
});

async function settled<T extends Told>(path: string, importUuid: string): Promise<T> {
  for (;;) {
    const { data } = await person.call<T>(`${path}/detail`, { importUuid });
    if (!["waiting", "reading", "applying"].includes(data.state)) return data;
    await new Promise((wake) => setTimeout(wake, 150));
  }
}

describe("stations of a line", () => {
  const path = "/api/station-import/v1.0";

  it("are previewed, read another way and saved into the draft by calls", async () => {
    const { classifySid } = await primaryVariantOf(demoNames.lines.first);
    const rows = ["站名,编码,经度,纬度", "调用站甲,CALL-1,116°22′48″E,39°52′12″N", "调用站乙,CALL-2,116.39,39.872"];
    const fileUuid = await attach(person, "站点.csv", rows.join("\n"));
    const start = { classifySid, direction: "1", crs: "WGS84", fileUuid };
    expect((await reader.call(`${path}/add`, start)).reason).toBe("forbidden");
    const added = await person.call<StationImport>(`${path}/add`, start);
    expect(added.data).toMatchObject({
      state: "preview",
      fileName: "站点.csv",
      preview: { counts: { new: 2, errors: 0 } },
    });
    const { importUuid } = added.data;
    const worse = await person.call<StationImport>(`${path}/choose`, { importUuid, columns: { staSelfCode: 1 } });
    expect(worse.data.preview!.counts.errors).toBeGreaterThan(0);
    expect((await person.call(`${path}/confirm`, { importUuid })).message).toContain("还有错误没有处理");
    const better = { staName: 0, staSelfCode: 1, lng: 2, lat: 3 };
    expect((await person.call(`${path}/choose`, { importUuid, columns: better })).code).toBe(200);
    expect((await person.call(`${path}/choose`, { importUuid, picks: { 2: "0".repeat(32) } })).errors).toMatchObject([
      { path: "picks.2" },
    ]);
    const confirm = () => person.call<StationImport>(`${path}/confirm`, { importUuid });
    // At the same moment: both are told of the one that was done.
    for (const done of await Promise.all([confirm(), confirm()]))
      expect([done.data.state, done.data.result!.created.map(({ staName }) => staName)]).toEqual([
        "done",
        ["调用站甲", "调用站乙"],
      ]);
    const made = db().selectFrom("station").select("staName").where("staSelfCode", "in", ["CALL-1", "CALL-2"]);
    expect(await made.execute()).toHaveLength(2);
    expect((await reader.call<Told[]>(`${path}/list`)).data.map((one) => one.importUuid)).toContain(importUuid);
  });
});

describe("a file of lines", () => {
  const path = "/api/line-import/v1.0";
  const at = (lng: number) => `${lng.toFixed(6)},39.870000`;
  const text = `调用1路(甲-丙)\r\n甲:${at(116.38)} 乙:${at(116.385)} 丙:${at(116.39)}\r\n${at(116.38)} ${at(116.39)}\r\n`;

  it("is read, compared, confirmed and told by calls", async () => {
    const added = await person.call<Told>(`${path}/add`, { fileUuids: [await attach(person, "线路.txt", text)] });
    expect([added.code, added.data.fileName]).toEqual([200, "线路.txt"]);
    const { importUuid } = added.data;
    const read = await settled<Told & { preview: { lines: number; comparison: object | null } }>(path, importUuid);
    expect(read).toMatchObject({ state: "preview", preview: { lines: 1, comparison: null } });
    expect((await person.call(`${path}/confirm`, { importUuid })).errors).toMatchObject([{ path: "crs" }]);
    await person.call(`${path}/choose`, { importUuid, crs: "WGS84", use: "lines" });
    const compared = await settled<Told & { preview: object }>(path, importUuid);
    expect(compared).toMatchObject({ preview: { comparison: { lines: { counts: { new: 1 } } } } });
    expect((await person.call(`${path}/confirm`, { importUuid })).errors).toMatchObject([{ path: "orgId" }]);
    const orgId = await firstOrg();
    expect((await person.call(`${path}/confirm`, { importUuid, orgId })).code).toBe(200);
    expect(await settled(path, importUuid)).toMatchObject({ state: "done", result: { lines: { new: 1 } } });
  });

  it("is refused at the attachment, and cancelled once", async () => {
    expect((await person.call(`${path}/add`, { fileUuids: [await attach(person, "空.txt", "")] })).success).toBe(false);
    expect((await person.call(`${path}/add`, { fileUuids: ["0".repeat(32)] })).reason).toBe("missing");
    const added = await person.call<Told>(`${path}/add`, { fileUuids: [await attach(person, "线路.txt", text)] });
    const { importUuid } = added.data;
    expect((await reader.call(`${path}/cancel`, { importUuid })).reason).toBe("forbidden");
    expect((await person.call<Told>(`${path}/cancel`, { importUuid })).data.state).toBe("cancelled");
    expect((await person.call(`${path}/retry`, { importUuid })).success).toBe(false);
  });
});

it("roads are imported by calls", async () => {
  const path = "/api/map-import/v1.0";
  const fileUuid = await attach(person, "城.osm", toOsmXml(town()));
  expect((await reader.call(`${path}/add`, { fileUuid })).reason).toBe("forbidden");
  const { importUuid } = (await person.call<Told>(`${path}/add`, { fileUuid })).data;
  const read = await settled<Told & { preview: { roads: { new: number }; lines: { counts: { new: number } } } }>(
    path,
    importUuid,
  );
  expect([read.state, read.preview.roads.new > 0]).toEqual(["preview", true]);
  const { orgId } = await db()
    .selectFrom("organisation")
    .select("orgId")
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow();
  const confirm = () => person.call(`${path}/confirm`, { importUuid, orgId });
  const both = await Promise.all([confirm(), confirm()]);
  expect(both.map(({ code }) => code)).toEqual([200, 200]);
  // A second time would find nothing new.
  expect(await settled(path, importUuid)).toMatchObject({
    state: "done",
    result: { roads: { new: read.preview.roads.new } },
  });
});
