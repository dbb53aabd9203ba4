import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { linkTokensFor } from "~/domains/device-link/queries.server";
import {
  busDevices,
  detailOf,
  endAll,
  type SeededFile,
  seedFile,
  seedTask,
} from "~/domains/issue-tasks/deliveries/seed.sample";
import { startGateway, terminalLink } from "~/domains/jt808-gateway/queries.server";
import { db } from "~/kit/data/db/pool.server";
import { endLogs } from "~/kit/data/logs/buffer.server";
import { readSettings } from "~/kit/ground/settings.server";
import { compile } from "~/transit/announcements/compile";
import { drivenPath } from "~/transit/announcements/driven-path";
import { clipBytes, compileInput, directionOver, every, lineOf, straight } from "~/transit/announcements/line.sample";
import { writePackage } from "~/transit/announcements/packages/write-package.server";
import { simulateDrive } from "~/transit/announcements/simulate-drive";
import { serveTerminals } from "../../../tests/kit/terminals";
import { Announcer, openPackage } from "./announcer";
import { chanceFrom } from "./chance";
import { httpTransport } from "./http-transport";
import { jt808Transport } from "./jt808-transport";
import { wellBehaved } from "./misbehave";
import { Terminal } from "./terminal";
import type { Transport } from "./transport";

const origin = await serveTerminals();
const folder = await mkdtemp(path.join(tmpdir(), "fleet-test-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A line package of eight stops there and back, and its directions. */
async function linePackage() {
  const corners: [number, number][] = [
    [2100, 6],
    [0, 6],
  ];
  const back = directionOver(corners, every(300, 0, 2100), 2, { azimuth: 270 });
  const made = compile(compileInput(lineOf(straight(), back))).package!;
  const file = path.join(folder, "line.zip");
  const clipFile = ({ text }: { text: string }) => path.join(folder, Buffer.from(text).toString("hex").slice(0, 100));
  for (const clip of made.clips) await writeFile(clipFile(clip), clipBytes(clip.text));
  await writePackage(made, "bus-line-file/1", clipFile, file);
  return { bytes: await readFile(file), nodes: made.nodes, directions: [straight(), back] };
}

describe("an announcer", () => {
  it("plays each node of its package once on the way there and once on the way back", async () => {
    const { bytes, nodes, directions } = await linePackage();
    const heard: string[] = [];
    const announcer = new Announcer(({ direction, serial }) => heard.push(`${direction} ${serial}`));
    announcer.use((await openPackage(bytes))!);
    let time = 1e9;
    for (const way of directions)
      for (const fix of simulateDrive(drivenPath(way))) announcer.drive({ ...fix, time: time++ });
    const wanted = nodes
      .filter(({ isBroadcast }) => isBroadcast)
      .map(({ direction, serial }) => `${direction} ${serial}`);
    expect(heard).toEqual(wanted);
    expect(heard.length).toBeGreaterThan(20);
    expect(await openPackage(bytes.subarray(0, -30))).toBeUndefined();
  });
});

describe("a terminal", () => {
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  let devUuid: string, deviceNo: string, phone: string;
  let file: SeededFile;
  const bytes = Buffer.from(Array.from({ length: 90_000 }, (_, at) => (at * 7 + (at >> 8)) % 256));

  beforeAll(async () => {
    gateway = await startGateway(terminalLink, readSettings({ ...process.env, GATEWAY_PORT: "0" }));
    [devUuid] = (await busDevices(1)) as [string];
    const device = await db().selectFrom("device").selectAll().where("devUuid", "=", devUuid).executeTakeFirstOrThrow();
    [deviceNo, phone] = [device.devSelfCode, device.terminalPhone!];
    await db().deleteFrom("deviceTerminal").where("devUuid", "=", devUuid).execute();
    file = await seedFile(bytes);
  });
  afterEach(endAll);
  afterAll(async () => {
    await gateway.close();
    await endLogs();
  });

  const useTransport = (transport: string) =>
    sql`update device_model set file_transport = ${transport} where model_uuid = (select model_uuid from device where dev_uuid = ${devUuid})`.execute(
      db(),
    );
  const speaking808 = (goesAway?: () => boolean): Transport =>
    jt808Transport({
      gateway: { host: "127.0.0.1", port: gateway.port },
      everySeconds: 0.1,
      goesAway,
      as: { phone: phone.slice(-12), version: 2013 },
    });
  const terminalOf = (transport: Transport, more: object = {}) =>
    new Terminal({ deviceNo, transport, chance: chanceFrom(7), ...more });
  const newToken = async () => (await linkTokensFor([deviceNo]))[0]!.token;
  const stateOf = async (detailUuid: string) => (await detailOf(detailUuid)).state;
  const roundsUntil = async (terminal: Terminal, detailUuid: string, state: number) =>
    expect.poll(async () => (await terminal.round(), stateOf(detailUuid)), { interval: 100 }).toBe(state);

  it.each(["HTTP", "808分包"])("fetches over JT/T 808 by %s, verifies, and says that it uses the file", async (way) => {
    await useTransport(way);
    const { details } = await seedTask(file, [devUuid]);
    const transport = speaking808();
    const terminal = terminalOf(transport);
    await roundsUntil(terminal, details[0]!, 4);
    expect(terminal.files.get(`5 ${file.no}`)).toMatchObject({ version: file.version, crc32: file.crc32 });
    transport.close!();
  });

  it("that stops in the middle goes on there: by an address over JT/T 808 too, and over HTTP", async () => {
    await useTransport("HTTP");
    const token = await newToken();
    for (const transport of [speaking808(), httpTransport(origin, token)]) {
      const { details } = await seedTask(await seedFile(bytes), [devUuid]);
      let asked = 0;
      const stopping = {
        ...transport,
        download: (...[job, have]: Parameters<Transport["download"]>) => transport.download(job, have, asked++ === 0),
      };
      const terminal = terminalOf(stopping);
      await roundsUntil(terminal, details[0]!, 4);
      expect([asked, terminal.counts.broken, terminal.counts.downloads]).toEqual([2, 1, 1]);
      transport.close?.();
    }
  });

  it("over a bad line, with lies, still ends with the file in use", async () => {
    const token = await newToken();
    const { details } = await seedTask(await seedFile(), [devUuid]);
    const misbehaves = { ...wellBehaved, drop: 0.3, duplicate: 0.3, reorder: 0.3, lie: 0.3, stop: 0.3 };
    const terminal = terminalOf(httpTransport(origin, token), { misbehaves });
    await roundsUntil(terminal, details[0]!, 4);
    expect(terminal.counts.lost).toBeGreaterThan(0);
  });

  it("keeps a file for its day and uses the one before until then; one that cannot is offered it on the day only", async () => {
    const token = await newToken();
    const at = Date.now() + 86_400_000;
    let now = Date.now();
    const terminal = terminalOf(httpTransport(origin, token), { now: () => now });
    const first = await seedTask(await seedFile(Buffer.from("旧"), "1.0", "DAY1"), [devUuid]);
    await roundsUntil(terminal, first.details[0]!, 4);
    const { taskUuid, details } = await seedTask(await seedFile(Buffer.from("新"), "2.0", "DAY1"), [devUuid]);
    await sql`update issue_task set activate_at = ${new Date(at)} where task_uuid = ${taskUuid}`.execute(db());
    expect(await terminalLink.takeJobs({ devUuid })).toEqual([]);
    await roundsUntil(terminal, details[0]!, 2);
    await terminal.round();
    expect(terminal.files.get("5 DAY1")!.version).toBe("1.0");
    expect((await detailOf(details[0]!)).deadline!.getTime()).toBeGreaterThan(at);
    now = at;
    await roundsUntil(terminal, details[0]!, 4);
    expect(terminal.files.get("5 DAY1")!.version).toBe("2.0");
  });

  it("drops a file that it keeps for its day when the task is cancelled", async () => {
    const token = await newToken();
    let now = Date.now();
    const terminal = terminalOf(httpTransport(origin, token), { now: () => now });
    const { taskUuid, details } = await seedTask(await seedFile(Buffer.from("撤"), "1.0", "DAY2"), [devUuid]);
    await sql`update issue_task set activate_at = now() + interval '1 day' where task_uuid = ${taskUuid}`.execute(db());
    await roundsUntil(terminal, details[0]!, 2);
    await sql`update issue_task set state = 5 where task_uuid = ${taskUuid}`.execute(db());
    const answer = async () => (await httpTransport(origin, token).poll({ deviceNo, reported: [], free: 1 })).recalled;
    await expect.poll(answer, { interval: 500 }).toEqual([{ kind: 5, no: "DAY2", version: "1.0" }]);
    await terminal.round();
    now += 2 * 86_400_000;
    await terminal.round();
    expect(terminal.files.size).toBe(0);
  });
});
