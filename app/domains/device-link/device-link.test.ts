import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { endLogs } from "~/kit/data/logs/buffer.server";
import { demoVisitor, visitorWith } from "../../../tests/kit/accounts";
import { serveTerminals } from "../../../tests/kit/terminals";
import { api, type Visitor } from "../../../tests/kit/visit";
import { detailOf, endAll, logOf, type SeededFile, seedFile, seedTask } from "../issue-tasks/deliveries/seed.sample";
import { linkTokensUrl, linkUrlOf, may } from "./policy";
import type { PollAnswer } from "./schema";

const origin = await serveTerminals();
const crowded = await serveTerminals("198.51.100.9");
const link = "/api/device-link/v1.0";
const day = 86_400_000;

let person: Visitor;
let devices: { devUuid: string; devSelfCode: string; token: string }[];

/** The program's own way for terminals, over a wire. */
async function ask(
  path: string,
  { token, body, headers = {} }: { token?: string; body?: unknown; headers?: object } = {},
) {
  return fetch(new URL(path, origin), {
    method: body === undefined ? "GET" : "POST",
    headers: { ...(token && { authorization: token }), ...headers } as Record<string, string>,
    body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
  });
}
const call = async <T = unknown>(name: string, token: string | undefined, body: unknown) =>
  (await (await ask(`${link}/${name}`, { token, body })).json()) as {
    success: boolean;
    code: number;
    message: string;
    data: T;
    errors?: object[];
  };
const poll = (place = 0, more: object = {}) =>
  call<PollAnswer>("poll", devices[place]!.token, { deviceNo: devices[place]!.devSelfCode, ...more });
const events = async () =>
  (
    await sql<{
      detail: string;
    }>`select detail from security_event where kind = 'link-refused' and at > now() - interval '5 seconds' order by at`.execute(
      db(),
    )
  ).rows.map((row) => row.detail);

beforeAll(async () => {
  await endAll();
  person = await visitorWith(may.read, may.write, "device.read");
  const { rows } = await sql<{ devUuid: string; devSelfCode: string }>`
    select dev_uuid, dev_self_code from device where bind_type = 'bus' and deleted_at is null order by dev_self_code limit 3`.execute(
    db(),
  );
  const form = await person.get(`${linkTokensUrl}/new`);
  const made = await form.submit({
    lines: ["设备编号,备注", ...rows.map((row) => `${row.devSelfCode},甲`)].join("\n"),
  });
  const file = decodeURIComponent(made.$("a[download]").attr("href")!.split(",").slice(1).join(","));
  const tokens = new Map(
    file
      .replace("\ufeff", "")
      .trim()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(",") as [string, string]),
  );
  expect(made.headers.get("cache-control")).toBe("no-store");
  devices = rows.map((row) => ({ ...row, token: tokens.get(row.devSelfCode)! }));
});
afterEach(endAll);

describe("a terminal's secret", () => {
  it("is one of each terminal's own, kept as a hash, and shows in the list when it was used", async () => {
    expect(new Set(devices.map(({ token }) => token)).size).toBe(3);
    for (const { token } of devices) expect(token).toMatch(/^[\w-]{43}$/);
    expect((await poll()).success).toBe(true);
    const list = await person.get(`${linkTokensUrl}?keyword=${devices[0]!.devSelfCode}`);
    expect(list.$("tbody tr td").eq(2).text()).toMatch(/^\d{4}-/);
    const { rows } = await sql<{
      kept: string;
    }>`select encode(token_hash, 'hex') as kept from device_link_token`.execute(db());
    expect(rows.map(({ kept }) => kept)).toContain(createHash("sha256").update(devices[0]!.token).digest("hex"));
  });

  it("is made anew at the device's page, where it is shown once; the one before opens nothing within 10 seconds", async () => {
    const { devUuid, devSelfCode, token } = devices[2]!;
    const made = await (await person.get(`${linkUrlOf(devUuid)}/token`)).submit();
    const fresh = made.$("code").text();
    expect([made.status, fresh]).toEqual([200, expect.stringMatching(/^[\w-]{43}$/)]);
    expect((await person.get(linkUrlOf(devUuid))).html).not.toContain(fresh);
    expect((await call("poll", fresh, { deviceNo: devSelfCode })).success).toBe(true);
    expect(await call("poll", token, { deviceNo: devSelfCode })).toMatchObject({ success: false, code: 10111 });
    await (await (await person.get(`${linkUrlOf(devUuid)}/end`)).submit()).follow();
    await expect
      .poll(async () => (await call("poll", fresh, { deviceNo: devSelfCode })).code, { interval: 500 })
      .toBe(10111);
    expect((await person.get(`${linkUrlOf(devUuid)}/end`)).status).toBe(404);
  });

  it("ends with the terminal", async () => {
    const { devUuid, devSelfCode } = devices[2]!;
    const made = async () => (await (await person.get(`${linkUrlOf(devUuid)}/token`)).submit()).$("code").text();
    for (const gone of [sql`dev_state = 4`, sql`deleted_at = now()`]) {
      const token = await made();
      await sql`update device set ${gone} where dev_uuid = ${devUuid}`.execute(db());
      expect(await call("poll", token, { deviceNo: devSelfCode })).toMatchObject({
        code: 10111,
        message: "设备令牌无效或已停用",
      });
      await sql`update device set dev_state = 1, deleted_at = null where dev_uuid = ${devUuid}`.execute(db());
    }
  });

  it("is made by those who may, for devices that are there, each once", async () => {
    const form = await person.get(`${linkTokensUrl}/new`);
    for (const [lines, message] of [
      ["", "请粘贴设备编号"],
      ["没有的1\n没有的2", "第 1 行 没有的1，第 2 行 没有的2"],
      [`${devices[0]!.devSelfCode}\n${devices[0]!.devSelfCode}`, "第 1 行和第 2 行重复"],
    ] as const) {
      const refused = await form.submit({ lines });
      expect([refused.status, refused.errorAt("lines")]).toEqual([422, expect.stringContaining(message)]);
    }
    const reader = await visitorWith(may.read, "device.read");
    for (const path of [
      `${linkTokensUrl}/new`,
      `${linkUrlOf(devices[0]!.devUuid)}/token`,
      `${linkUrlOf(devices[0]!.devUuid)}/end`,
    ])
      expect((await reader.post(path, {})).location).toMatch(/^\/401/);
    expect((await (await visitorWith("device.read")).get(linkUrlOf(devices[0]!.devUuid))).location).toMatch(/^\/401/);
  });

  it("is no session and no report token, and they are none", async () => {
    const { token, devSelfCode } = devices[0]!;
    expect(await api(token).call("/api/my/getUserInfo", undefined, "GET")).toMatchObject({ code: 10111 });
    expect(await api(token).call("/api/device-report/v1.0/report", { reports: [{}] })).toMatchObject({ code: 10111 });
    const admin = await demoVisitor("admin");
    for (const wrong of [undefined, "A".repeat(43), admin.token])
      expect(await call("poll", wrong, { deviceNo: devSelfCode })).toMatchObject({
        success: false,
        code: 10111,
        data: null,
      });
  });
});

it("wrong secrets of one address are slowed after a while, and a right one among them is not", async () => {
  const { token, devSelfCode } = devices[0]!;
  const from = (shown: string) =>
    fetch(`${crowded}${link}/poll`, {
      method: "POST",
      headers: { authorization: shown },
      body: JSON.stringify({ deviceNo: devSelfCode }),
    });
  const answers = await Promise.all(Array.from({ length: 70 }, (_, at) => from(`${at}`.padStart(43, "A"))));
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(60);
  // A slow machine gives some tries back meanwhile.
  let late = await from("B".repeat(43));
  for (let more = 0; more < 200 && late.status !== 429; more++) late = await from("B".repeat(43));
  expect([late.status, late.headers.get("retry-after")]).toEqual([429, "30"]);
  expect(await late.json()).toMatchObject({ success: false, code: 10111, message: "错误的设备令牌过多，请稍后再试" });
  const download = () => fetch(`${crowded}${link}/download?ticket=x`, { headers: { authorization: "B".repeat(43) } });
  await expect.poll(async () => (await download()).status, { interval: 10 }).toBe(429);
  expect(await (await from(token)).json()).toMatchObject({ success: true });
  expect((await call("poll", "B".repeat(43), { deviceNo: devSelfCode })).code).toBe(10111);
});

describe("a poll", () => {
  it("comes with a position, which is where all positions are, and is told when to come again", async () => {
    const answer = await poll(0, {
      free: 1e9,
      position: { reportedAt: new Date().toISOString(), lng: 116.41, lat: 39.91, speed: 20 },
    });
    expect(answer.data).toMatchObject({ jobs: [] });
    expect(answer.data.next).toBeGreaterThanOrEqual(5);
    expect(answer.data.next).toBeLessThan(15);
    const { rows } = await sql`select p.lng from bus_position p where dev_uuid = ${devices[0]!.devUuid}`.execute(db());
    expect(rows).toEqual([{ lng: 116.41 }]);
    expect((await poll(0, { position: { reportedAt: "昨天", lng: 116, lat: 39 } })).data.positionError).toContain(
      "带时区的时间",
    );
    expect((await poll(1)).data).not.toHaveProperty("positionError");
  });

  it.each([
    [{ reported: [{ kind: 9, no: "A", version: "1" }] }, "reported.0.kind"],
    [{ reported: [{ kind: 5, no: "中文", version: "1" }] }, "reported.0.no"],
    [{ reported: [{ kind: 5, no: "A", version: "1".repeat(17) }] }, "reported.0.version"],
    [{ reported: [{ kind: 5, no: "A", version: "1", crc32: "xyz" }] }, "reported.0.crc32"],
    [{ free: -1 }, "free"],
    [{ deviceNo: "别人" }, "deviceNo"],
  ])("refuses %j at its field", async (more, path) => {
    expect(await poll(0, more)).toMatchObject({ success: false, code: 400, errors: [{ path }] });
  });

  it("is refused when it is no JSON, or too long", async () => {
    expect(await call("poll", devices[0]!.token, "{")).toMatchObject({ code: 400, message: "请求内容不是有效的 JSON" });
    expect((await ask(`${link}/poll`, { token: devices[0]!.token, body: "x".repeat(70_000) })).status).toBe(413);
  });
});

describe("a download", () => {
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7 + (at >> 8)) % 256));
  let file: SeededFile;
  const begin = async (place = 0) => {
    const { details } = await seedTask(file, [devices[place]!.devUuid]);
    return { detailUuid: details[0]!, job: (await poll(place)).data.jobs[0]! };
  };
  const get = (url: string, place = 0, headers: object = {}) => ask(url, { token: devices[place]!.token, headers });

  beforeAll(async () => {
    file = await seedFile(bytes);
  });

  it("goes from the poll to the effect, and stands on the device's page", async () => {
    const { detailUuid, job } = await begin();
    expect(job).toMatchObject({
      kind: 5,
      no: file.no,
      version: "1.0",
      size: bytes.length,
      crc32: file.crc32,
      sha256: file.sha256,
      attempt: 1,
    });
    const answer = await get(job.url);
    expect([answer.status, answer.headers.get("etag")]).toEqual([200, `"${file.sha256}"`]);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    const token = devices[0]!.token;
    expect((await call("progress", token, { detailUuid, percent: 40, code: "downloading" })).data).toEqual({
      kept: true,
      late: false,
    });
    const good = { detailUuid, state: 2, crc32: file.crc32 };
    for (let again = 0; again < 3; again++)
      expect((await call("result", token, good)).data).toEqual({ kept: true, late: false });
    expect((await poll(0, { reported: [{ kind: 5, no: file.no, version: "1.0" }] })).data.jobs).toEqual([]);
    expect((await logOf(detailUuid)).moves).toEqual(["0>1", "1>2", "2>4"]);
    expect(await detailOf(detailUuid)).toMatchObject({
      state: 4,
      downloadStart: expect.any(Date) as Date,
      downloadEnd: expect.any(Date) as Date,
    });
    const written = async () => (await person.get(linkUrlOf(devices[0]!.devUuid))).text;
    await expect.poll(written).toContain(`已有 1 个文件，多媒体文件 ${file.no} 1.0`);
    const page = await person.get(linkUrlOf(devices[0]!.devUuid));
    for (const words of [
      `下载多媒体文件 ${file.no} 1.0`,
      "文件已发送",
      "进度 40% downloading",
      `校验值 ${file.crc32}`,
      `多媒体文件 ${file.no} 1.0`,
    ])
      expect(page.text).toContain(words);
    expect(page.$("tbody tr").first().text()).toContain("轮询");
    const only = await person.get(page.$("a:contains(下载结果)").attr("href")!);
    expect(
      only
        .$("tbody tr")
        .map((_, row) => only.$(row).find("td").eq(3).text())
        .get(),
    ).toEqual(["下载结果", "下载结果", "下载结果"]);
  });

  it("goes on where it broke, with the same ticket and only so", async () => {
    const { job } = await begin();
    const first = await get(job.url);
    await first.body!.cancel();
    const rest = await get(job.url, 0, { range: "bytes=100000-", "if-range": `"${file.sha256}"` });
    expect([rest.status, rest.headers.get("content-range")]).toEqual([206, `bytes 100000-299999/300000`]);
    expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(100_000))).toBe(true);
    for (const headers of [
      {},
      { range: "bytes=0-" },
      { range: "bytes=-5" },
      { range: "bytes=5-", "if-range": '"other"' },
    ])
      expect((await get(job.url, 0, headers)).status).toBe(403);
    expect((await get((await poll()).data.jobs[0]!.url)).status).toBe(200);
  });

  it("is opened by no other ticket: another's, an old one, a guessed one, one of what has ended; each is written down", async () => {
    const { job, detailUuid } = await begin();
    const refused = async (answer: Response) => {
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ success: false, code: 400, reason: "forbidden" });
    };
    await refused(await get(job.url, 1));
    await refused(await ask(job.url));
    await refused(await get(`${link}/download?ticket=${"A".repeat(32)}`));
    await refused(await get(`${link}/download`));
    await sql`update device_ticket set expires_at = now() where detail_uuid = ${detailUuid}`.execute(db());
    await refused(await get(job.url));
    const fresh = (await poll()).data.jobs[0]!;
    await call("result", devices[0]!.token, { detailUuid, state: 2, crc32: file.crc32 });
    await refused(await get(fresh.url));
    await expect.poll(async () => (await events()).join("\n")).toContain("的下发已结束");
    const written = (await events()).join("\n");
    for (const words of [
      `票据属于设备 ${devices[0]!.devSelfCode}，来者为设备 ${devices[1]!.devSelfCode}`,
      "没有这张下载票据",
      "的票据已过期",
    ])
      expect(written).toContain(words);
  });

  it("of one terminal is nothing that another can speak of", async () => {
    const { detailUuid } = await begin();
    expect(await call("result", devices[1]!.token, { detailUuid, state: 3, error: "broken" })).toMatchObject({
      code: 400,
      message: "下发不存在或已删除",
    });
    expect(await call("progress", devices[1]!.token, { detailUuid, percent: 5, code: "x" })).toMatchObject({
      code: 400,
      message: "下发不存在或已删除",
    });
    expect(await detailOf(detailUuid)).toMatchObject({ state: 1, percent: 0 });
    await expect.poll(async () => (await events()).join("\n")).toContain("回报不是自己的下发");
  });

  it("answers the same over the calls of other programs", async () => {
    const { details } = await seedTask(file, [devices[1]!.devUuid]);
    const { token, devSelfCode } = devices[1]!;
    const polled = await api(token).call<PollAnswer>(`${link}/poll`, { deviceNo: devSelfCode });
    expect(polled.data.jobs[0]!.detailUuid).toBe(details[0]);
    const answer = await person.send(polled.data.jobs[0]!.url, { headers: { authorization: token, cookie: "" } });
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  });
});

describe("the messages of a device", () => {
  it("are the last 200, polls that say the same as one", async () => {
    const { devUuid } = devices[1]!;
    const { noteMessages, trimMessages } = await import("./messages.server");
    await sql`delete from device_message where dev_uuid = ${devUuid}`.execute(db());
    const began = Date.now() - day;
    const say = (from: number, to: number, fold?: string) => {
      for (let at = from; at < to; at++)
        noteMessages(
          [{ devUuid, transport: "808", isFromDevice: at % 2 === 0, kind: "0x0200", content: `第 ${at} 条`, fold }],
          began + at * 60_000,
        );
    };
    say(0, 260);
    say(260, 400, "same");
    for (const trim of [() => Promise.resolve(), trimMessages]) {
      await endLogs();
      await trim();
      await endLogs();
      const page = await person.get(linkUrlOf(devUuid));
      const rows = page
        .$("tbody tr")
        .map((_, row) => page.$(row).text())
        .get();
      expect(rows.length).toBe(200);
      expect(rows[0]).toContain("140 次");
      expect(rows[0]).toContain("第 399 条");
      expect(rows[1]).toContain("第 259 条");
    }
    const { rows: kept } = await sql`select from device_message where dev_uuid = ${devUuid}`.execute(db());
    expect(kept.length).toBeLessThanOrEqual(250);
  });
});
