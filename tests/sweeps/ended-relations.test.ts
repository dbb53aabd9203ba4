import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { db, newKey } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";
import { demoNames } from "~/seed/demo-city";
import { account, enter } from "../kit/accounts";
import { day } from "../kit/days";
import { primaryVariantOf } from "../kit/line-named";
import { orgNamed } from "../kit/organisations";
import type { Visitor } from "../kit/visit";
import type { Keys } from "./addresses";
import { keysOfFullest, readablePaths, readCalls, readPages, type SaidByPages } from "./readings";

/** Keys by which something is asked of lines, their files and stations. */
const ofLines = ["lineUuid", "mainUuid", "classifySid", "versionUuid", "fileUuid", "staUuid"];
/** Where what has ended is told of: history, and the past versions of a line and those that call at a station. */
const ofThePast =
  /history|version|audit|log|asOf|\/:lineUuid$|\/line-classify\/:classifySid$|\/station-management\/:staUuid(\/delete)?$/i;

let person: Visitor;
let keys: Keys;
let lineUuid: string;
let classifySid: string;
let busUuid: string;
let staUuid: string;

/** A line with a bus and a station beside it that are nothing to it yet. */
beforeAll(async () => {
  person = await enter(await account({ isSuper: true }));
  ({ lineUuid, classifySid } = await primaryVariantOf(demoNames.lines.first));
  const station = await person.call<{ staUuid: string }>("/api/sta/v1.0/add", {
    staSelfCode: "JGZ1",
    staName: "离去的站",
    lng: 116.4,
    lat: 39.9,
  });
  ({ staUuid } = station.data);
  const { modelUuid } = await db().selectFrom("bus").select("modelUuid").executeTakeFirstOrThrow();
  const bus = await person.call<{ busUuid: string }>("/api/bus/v1.0/add", {
    busSelfCode: "JGC1",
    plateNum: "京B76543",
    modelUuid,
    orgId: await orgNamed("一车队"),
  });
  ({ busUuid } = bus.data);
  keys = await keysOfFullest();
  for (const [name, key] of Object.entries({ lineUuid, mainUuid: lineUuid, classifySid, staUuid }))
    keys.set(name, new Set([key]));
});

/** What pages and calls say of the line and its station. */
async function readAll(): Promise<SaidByPages> {
  const paths = readablePaths().filter((path) => ofLines.some((name) => path.includes(`:${name}`)));
  const known = new Map([...keys].filter(([name]) => ofLines.includes(name)));
  const said = [
    ...(await readPages(
      person,
      paths.filter((path) => !ofThePast.test(path)),
      keys,
    )),
    ...(await readCalls(person, known)),
  ];
  return new Map(said.filter(([at]) => !ofThePast.test(at.split(" ")[1]!)));
}

it("what has ended between two records changes nothing that is said of either but its past", async () => {
  const before = await readAll();
  const versionUuid = newKey();
  await sql`
    insert into bus_line (bus_line_uuid, bus_uuid, line_uuid, is_main, valid)
    values (${newKey()}, ${busUuid}, ${lineUuid}, true, daterange(${day(-300)}::date, ${today()}::date))`.execute(db());
  await sql`
    insert into line_version (version_uuid, classify_sid, state, valid) values (${versionUuid}, ${classifySid}, 'effective', '[1999-01-01,2000-01-01)')`.execute(
    db(),
  );
  await sql`
    insert into line_station (version_uuid, direction, serial, sta_uuid, sta_type)
    values (${versionUuid}, 1, 1, ${staUuid}, 1), (${versionUuid}, 2, 1, ${staUuid}, 1)`.execute(db());
  const after = await readAll();
  const changed = [...before].flatMap(([at, lines]) => {
    const now = after.get(at) ?? [];
    const gone = lines.filter((line) => !now.includes(line)).map((line) => `-${line}`);
    const come = now.filter((line) => !lines.includes(line)).map((line) => `+${line}`);
    return gone.length + come.length > 0 ? [`${at}: ${[...gone, ...come].join(" | ").slice(0, 600)}`] : [];
  });
  expect(before.size).toBeGreaterThan(150);
  expect(changed).toEqual([]);
});
