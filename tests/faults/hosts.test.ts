import { constants, createHash, publicEncrypt, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { load } from "cheerio";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { piecesUrl, url } from "~/domains/attachments/policy";
import { digest } from "~/kit/data/access/encrypt.server";
import { db } from "~/kit/data/db/pool.server";
import { passwords } from "../kit/accounts";
import { holding } from "../kit/holding";
import { endStarted, start, type StartedServer } from "../kit/started";
import { startStore } from "../kit/store";

const SHARED_KEY = "the same on both hosts, and long enough";
const folders: string[] = [];
let store: Awaited<ReturnType<typeof startStore>>;
let hosts: [StartedServer, StartedServer];
let session: { cookie: string; authorization: string };

const newFolder = () => {
  const folder = mkdtempSync(path.join(tmpdir(), "bus-host-"));
  folders.push(folder);
  return folder;
};

beforeAll(async () => {
  store = await startStore();
  // The first has what made this database; the second brings nothing but the settings.
  const first = await start({ ...store.settings, SHARED_KEY });
  hosts = [first, await start({ ...store.settings, SHARED_KEY, DATA_DIR: newFolder() })];
  const answer = await signIn(0, { userPassword: passwords.admin });
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(";")[0]!)
    .join("; ");
  const signedIn = await fetch(`${hosts[1].url}/api/base/login/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ userAccount: "admin", userPassword: passwords.admin }),
  });
  session = { cookie, authorization: ((await signedIn.json()) as { data: { token: string } }).data.token };
});
afterAll(async () => {
  endStarted();
  store.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const send = (at: 0 | 1, address: string, init: RequestInit = {}) =>
  fetch(hosts[at].url + address, {
    redirect: "manual",
    ...init,
    headers: { cookie: session?.cookie ?? "", ...init.headers },
  });

/** Signs in anew: with the cookie of a session it would take that one's place. */
const signIn = (at: 0 | 1, fields: Record<string, string>) =>
  send(at, "/login", {
    method: "POST",
    headers: { origin: hosts[at].url, cookie: "" },
    body: new URLSearchParams({ userAccount: "admin", ...fields }),
  });

const token = "a token of the test of two hosts";

async function report(at: 0 | 1, position: object): Promise<number> {
  const headers = { "content-type": "application/json", authorization: token };
  const answer = await send(at, "/api/device-report/v1.0/report", {
    method: "POST",
    headers,
    body: JSON.stringify({ reports: [position] }),
  });
  return ((await answer.json()) as { data: { accepted: number } }).data.accepted;
}

describe("two hosts with folders of their own", () => {
  it("open with one what was closed for the other: a password by the key of the first is taken by the second", async () => {
    const { data } = (await (await send(0, "/api/base/login/getPublicKey", { method: "POST" })).json()) as {
      data: { keyId: string; publicKey: string };
    };
    const sealed = publicEncrypt(
      { key: data.publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" },
      Buffer.from(passwords.admin),
    ).toString("base64");
    const answer = await signIn(1, { userPassword: sealed, keyId: data.keyId, sealed: "userPassword" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/"]);
  });

  it("count together how often an address asks for a key", async () => {
    const asked = await Promise.all(
      Array.from({ length: 120 }, async (_, place) => {
        const answer = await send((place % 2) as 0 | 1, "/api/base/login/getPublicKey", { method: "POST" });
        return ((await answer.json()) as { success: boolean }).success;
      }),
    );
    const given = asked.filter(Boolean).length;
    // Sixty, less the one asked for before and more what two a second add while these are answered.
    expect(given).toBeGreaterThanOrEqual(59);
    expect(given).toBeLessThan(80);
  });

  it("count together how fast an address tries passwords", async () => {
    const statuses = await Promise.all(
      Array.from({ length: 36 }, async (_, place) => {
        const answer = await signIn((place % 2) as 0 | 1, { userAccount: "nobody-here", userPassword: "wrong" });
        return answer.status;
      }),
    );
    // Ten, and what five a second add while these are answered; each host alone would let in ten.
    const tried = statuses.filter((status) => status !== 429).length;
    expect(tried).toBeGreaterThanOrEqual(8);
    expect(tried).toBeLessThan(18);
    // Nobody after this is to wait for it.
    await sql`delete from rate_level where name = 'guess'`.execute(db());
  });

  it("take one piece of an upload at a time: of two at once for the same place one is refused", async () => {
    const own = { "sec-fetch-site": "same-origin", "tus-resumable": "1.0.0" };
    const begun = await send(0, piecesUrl, {
      method: "POST",
      headers: {
        ...own,
        "upload-length": "3000000",
        "upload-metadata": `filename ${Buffer.from("同时.bin").toString("base64")}`,
      },
    });
    const address = begun.headers.get("location")!;
    const headers = {
      ...own,
      "upload-offset": "0",
      "content-type": "application/offset+octet-stream",
      "x-http-method-override": "PATCH",
    };
    const piece = (at: 0 | 1) => {
      const half = new Uint8Array(randomBytes(1_500_000));
      const body = new ReadableStream({
        async start(controller) {
          controller.enqueue(half);
          await sleep(500);
          controller.enqueue(half);
          controller.close();
        },
      });
      return send(at, address, { method: "POST", headers, body, duplex: "half" } as RequestInit);
    };
    const statuses = await Promise.all([piece(0), piece(1)].map(async (answer) => (await answer).status));
    expect(statuses.sort()).toEqual([204, 409]);
  });

  it("show the tab of a page of one at once at the other", async () => {
    const screens = [
      "/bus/bus-management",
      "/line/line-management",
      "/station/station-management",
      "/model/bus-model",
      "/system/user",
    ];
    for (const [place, screen] of screens.entries()) {
      const at = (place % 2) as 0 | 1;
      expect((await send(at, screen)).status).toBe(200);
      const page = load(await (await send(at === 0 ? 1 : 0, "/homepage")).text());
      const tabs = page('nav[aria-label="已打开的页面"] li')
        .map((_, tab) => page(tab).attr("data-path"))
        .get();
      expect(tabs).toContain(screen);
    }
  });

  it("send a page when its tab is there, and without it where it cannot be written for half a second", async () => {
    const took = await holding("lock table session_tab in exclusive mode", async (waitedFor) => {
      const began = performance.now();
      let tookMs = 0;
      const page = send(0, "/system/role").then(({ status }) => {
        tookMs = performance.now() - began;
        return status;
      });
      await waitedFor();
      expect(await page).toBe(200);
      return tookMs;
    });
    expect(took).toBeGreaterThanOrEqual(500);
  });

  it("put together the pieces that each of them took, and count what is begun together", async () => {
    const own = { "sec-fetch-site": "same-origin", "tus-resumable": "1.0.0" };
    const content = randomBytes(7_000_000);
    const begun = await send(0, piecesUrl, {
      method: "POST",
      headers: {
        ...own,
        "upload-length": String(content.length),
        "upload-metadata": `filename ${Buffer.from("两台主机.bin").toString("base64")}`,
      },
    });
    expect(begun.status).toBe(201);
    const address = begun.headers.get("location")!;
    for (let offset = 0, turn = 1; offset < content.length; turn++) {
      const part = content.subarray(offset, offset + 3_000_000);
      const headers = {
        ...own,
        "upload-offset": String(offset),
        "content-type": "application/offset+octet-stream",
        "x-http-method-override": "PATCH",
      };
      const answer = await send((turn % 2) as 0 | 1, address, { method: "POST", headers, body: new Uint8Array(part) });
      expect([answer.status, answer.headers.get("upload-offset")]).toEqual([204, String(offset + part.length)]);
      offset += part.length;
    }
    const page = load(await (await send(0, `${url}/new`)).text());
    const form = new FormData();
    page("main form input[type=hidden]").each((_, field) =>
      form.append(page(field).attr("name")!, page(field).attr("value") ?? ""),
    );
    form.set("uploaded", address.split("/").at(-1)!);
    const used = await send(1, `${url}/new`, { method: "POST", headers: { origin: hosts[1].url }, body: form });
    expect(used.status).toBe(303);
    const { rows } = await sql<{ hash: string; size: number }>`
      select hash, size_bytes as size from stored_file where file_name = '两台主机.bin'`.execute(db());
    expect(rows).toEqual([{ hash: createHash("sha256").update(content).digest("hex"), size: content.length }]);
    expect(await (await send(0, "/my-uploads")).text()).not.toContain("两台主机.bin");
  });
});

describe("a bus whose positions reach both in turns", () => {
  it("is judged as if they had reached one", async () => {
    const { rows } = await sql<{ busUuid: string; devSelfCode: string; lng: number; lat: number; orgId: string }>`
      select bus.bus_uuid, d.dev_self_code, s.lng, s.lat, bus.org_id from bus join device d on d.bind_uuid = bus.bus_uuid and d.bind_type = 'bus',
        (select lng, lat from station where lng is not null limit 1) s where d.deleted_at is null and bus.deleted_at is null order by 1 limit 1`.execute(
      db(),
    );
    const { busUuid, devSelfCode, lng, lat, orgId } = rows[0]!;
    await sql`insert into fence (fence_uuid, fence_num, fence_name, use_type, org_id, enabled, shape, lng, lat, radius, bounds, rule_type, scope_all, search_grams)
      values (md5('two hosts'), 'ZJ2', '两台主机', 6, ${orgId}, true, 1, ${lng}, ${lat}, 200, box(point(${lng - 0.003}, ${lat - 0.003}), point(${lng + 0.003}, ${lat + 0.003})), 10, true, '{}')`.execute(
      db(),
    );
    await sql`insert into device_token (token_id, token_name, token_hash, created_by) values (md5('two hosts'), '两台主机', ${digest(token)}, 'test')`.execute(
      db(),
    );
    await sleep(1100);
    const began = Date.now() - 2 * 3_600_000;
    // Two positions inside, two outside, six times; of each two the second to the other host: neither would see by itself that anything lasts.
    for (let second = 0; second < 48; second += 2) {
      const outside = Math.floor(second / 4) % 2 === 1;
      const position = {
        devSelfCode,
        reportedAt: new Date(began + second * 1000).toISOString(),
        lng: lng + (outside ? 0.02 : 0),
        lat,
        speed: 30,
      };
      expect(await report(((second / 2) % 2) as 0 | 1, position)).toBe(1);
    }
    const lengths = async () =>
      (
        await sql<{ seconds: number }>`select extract(epoch from ended_at - began_at)::int as seconds from vehicle_event
          where fence_uuid = md5('two hosts') and bus_uuid = ${busUuid} order by began_at`.execute(db())
      ).rows.map(({ seconds }) => seconds);
    await expect.poll(lengths).toEqual([4, 4, 4, 4, 4, 4]);
  });
});

it("a host without the shared key, or with another one, does not start and says why", async () => {
  const folder = newFolder();
  await expect(start({ ...store.settings, DATA_DIR: folder, SHARED_KEY: "" })).rejects.toThrow(
    "请在本机设置同样的 SHARED_KEY",
  );
  await expect(start({ ...store.settings, DATA_DIR: folder, SHARED_KEY: `not ${SHARED_KEY}` })).rejects.toThrow(
    "设置 SHARED_KEY 不正确: 它打不开这个数据库里的密钥",
  );
});
