import pg from "pg";
import { afterAll, expect, it, vi } from "vitest";
import { account, demoVisitor, enter } from "../kit/accounts";
import { addressesOf } from "./addresses";
import { keysOfFullest, readablePaths } from "./readings";

vi.hoisted(() => (process.env.FIGURES_SECONDS = "60"));

const asked: string[] = [];
const ask = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown;
const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...given: unknown[]) {
  const text = typeof given[0] === "string" ? given[0] : (given[0] as { text: string }).text;
  if (!/pgboss|pg_advisory/.test(text)) asked.push(text.trim().replace(/\s+/g, " ").slice(0, 400));
  return ask.apply(this, given);
} as never);
afterAll(() => spy.mockRestore());

/** The session with what the frame shows, the list's keys and their number, its rows, the visit that the tabs remember. */
const most = 4;

/** What lists ask on top for the choices of their filters and the like. */
const lists: [path: string, ownStatements: number][] = [
  ["/station/station-management", 1],
  ["/line/line-classify", 2],
  ["/parking/parking-management", 2],
  ["/model/bus-model", 0],
  ["/model/device-model", 0],
  ["/personnel/post-management", 0],
  ["/dict/dictionary-configuration", 0],
  ["/system/app", 0],
  ["/module/module-management", 0],
  ["/update-log/update-log-management", 0],
  ["/params/param-configuration", 3],
  ["/line/line-management", 2],
  ["/bus/bus-management", 4],
  ["/device/device-management", 4],
  ["/electronic-fence/electronic-fence-management", 3],
  ["/personnel/personnel-management", 6],
  ["/system/user", 4],
  ["/electronic-fence/waiting-area", 4],
];

it.each(lists)("%s takes at most four statements, and %i of its own", async (list, own) => {
  const person = await demoVisitor("admin");
  await person.get(list);
  await quiet();
  // What is at work beside a visit may add to what it asks, never take from it: thrice more is no chance.
  for (const size of [100, 50, 20]) {
    asked.length = 0;
    expect((await person.get(`${list}?page=1&size=${size}`)).status).toBe(200);
    await quiet();
    expect(asked.some((text) => text.includes("session_tab"))).toBe(true);
    if (asked.length <= most + own) return;
  }
  expect.fail(asked.join("\n"));
});

/** A record's pages, each with all that its frame and its head ask. */
const recordPages: [list: string, page: string, mostStatements: number][] = [
  ["/parking/parking-management", "/history", 4],
  ["/bus/bus-management", "", 11],
  ["/bus/bus-management", "/history", 4],
  ["/bus/bus-management", "/devices", 4],
  ["/station/station-management", "", 10],
  ["/line/line-management", "", 14],
  ["/line/line-management", "/stations", 12],
  ["/line/line-management", "/versions", 8],
  ["/line/line-management", "/history", 7],
  ["/voice/line-station-voice", "", 19],
  ["/voice/issue-task", "", 8],
];

it.each(recordPages)("the first record of %s, its page %j, takes at most %i statements", async (list, page, most) => {
  const person = await demoVisitor("admin");
  const rows = await person.get(list);
  const record = rows.$(`main tbody a[href^="${list}/"]`).first().attr("href")!.split("?")[0]!;
  await person.get(record + page);
  await quiet();
  for (const _ of [1, 2, 3]) {
    asked.length = 0;
    expect((await person.get(record + page)).status).toBe(200);
    await quiet();
    if (asked.length <= most) return;
  }
  expect.fail(asked.join("\n"));
});

it("the homepage asks for what is the person's own, and for figures over all rows not again", async () => {
  const person = await demoVisitor("admin");
  await person.get("/homepage");
  await quiet();
  asked.length = 0;
  expect((await person.get("/homepage")).text).toContain("今日运行");
  await quiet();
  expect(asked.length, asked.join("\n")).toBeLessThanOrEqual(6);
});

/** What the session remembers of a visit is written once the page is on its way. */
const remembered = /into (session_tab|recent_page)/;

/** What a page may ask in all. */
const mostOfAnyPage = 8;

/** Addresses that ask more, with how much at most: pages of a line read its version with what it calls at, those of a station and a bus what lies around them, and a file of all changes what each kind of record is called. */
const above: Record<string, number> = {
  "/org/organization/export": 10,
  "/station/station-management/:staUuid": 10,
  "/station/station-management/:staUuid/edit": 12,
  "/voice/public-voice-class/:versionUuid/example": 16,
  "/bus/bus-management/:busUuid": 11,
  "/bus/bus-management/:busUuid/edit": 9,
  "/line/line-management/export": 10,
  "/line/line-management/:lineUuid": 14,
  "/line/line-management/:lineUuid/voice": 9,
  "/line/line-management/:lineUuid/stations": 11,
  "/line/line-management/:lineUuid/standby": 10,
  "/line/line-management/:lineUuid/map": 9,
  "/line/line-management/:lineUuid/match": 14,
  "/line/line-management/:lineUuid/reference": 9,
  "/line/line-classify/export": 9,
  "/log/change-audit": 9,
  "/log/change-audit/export": 41,
  "/voice/file-management": 10,
};

it("no address asks more statements than pages may, but for those named here", async () => {
  const person = await enter(await account({ isSuper: true, called: "reader" }));
  const keys = await keysOfFullest();
  const found: Record<string, number> = {};
  for (const path of readablePaths()) {
    const address = addressesOf(path, keys)[0]!;
    await person.get(address);
    let least = Infinity;
    // What is at work beside a visit may add to what it asks, never take from it: thrice more is no chance.
    for (let round = 0; round < 3 && least > (above[path] ?? mostOfAnyPage); round++) {
      asked.length = 0;
      await person.get(address);
      least = Math.min(least, asked.filter((text) => !remembered.test(text)).length);
    }
    if (least > mostOfAnyPage) found[path] = least;
  }
  expect(
    Object.keys(found).filter((path) => found[path]! > (above[path] ?? mostOfAnyPage)),
    JSON.stringify(found),
  ).toEqual([]);
  expect(
    Object.keys(above).filter((path) => !(path in found)),
    "these ask no more than others now",
  ).toEqual([]);
});

/** Until what follows an answer is done. */
async function quiet() {
  for (let before = -1; before !== asked.length;) {
    before = asked.length;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}
