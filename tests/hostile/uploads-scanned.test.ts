import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { settings } from "~/kit/ground/settings.server";
import { account, enter } from "../kit/accounts";
import { eicar, FakeClamd, startRealClamd } from "../kit/clamd";
import { png } from "../kit/picture";
import { mayTake } from "../kit/slowness";
import { type Answer, visitor, type Visitor } from "../kit/visit";
import { isLongRun } from "../kit/long-run";

const place = vi.hoisted(() => ({ socket: "" }));
vi.hoisted(() => {
  place.socket = `/tmp/clamd-${process.pid}-${Date.now()}.sock`;
  process.env.CLAMAV_URL = `unix://${place.socket}`;
  process.env.CLAMAV_TIMEOUT_SECONDS = "1";
});

const fake = new FakeClamd();
const unscanned = "现在不能检查文件有没有病毒，文件没有保存";
const infected = (more = "") => new File([more, eicar], "坏的.png");
const face = png(81, 83);
const clean = () => new File([new Uint8Array(face)], "好的.png");
let person: Visitor;
let userId: string;

beforeAll(async () => {
  await fake.listen(place.socket);
  ({ userId } = await account({ isSuper: true }));
  person = await enter({ userId });
});
afterAll(() => fake.close());
beforeEach(() => {
  fake.manner = "scans";
  fake.received.length = 0;
});

async function sendAvatar(file: File): Promise<Answer> {
  const body = new FormData();
  body.set("avatar", file);
  return person.visit("/personal-settings", { method: "POST", headers: { "sec-fetch-site": "same-origin" }, body });
}
const avatar = async () =>
  (await db().selectFrom("appUser").select("avatarKey").where("userId", "=", userId).executeTakeFirstOrThrow())
    .avatarKey;
/** Files of these tests that still wait to be used; other tests have theirs in the same folder. */
function left(): string[] {
  const folder = path.join(settings().DATA_DIR, "incoming");
  return readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, String(name)))
    .filter((file) => {
      const content = spawnSync("cat", [file]).stdout;
      return content.includes(eicar) || content.equals(face);
    });
}

describe("an upload", () => {
  it("that clamd passes is used, and clamd has seen all of it", async () => {
    const large = png(900, 900);
    expect((await sendAvatar(new File([new Uint8Array(large)], "a.png"))).status).toBe(303);
    expect(await avatar()).not.toBeNull();
    expect(fake.received.map((file) => file.equals(large))).toEqual([true]);
    await (await person.get("/personal-settings")).submit({}, { press: "移除头像" });
  });

  it("in which clamd finds something is refused by its name, recorded, and kept nowhere", async () => {
    const answer = await sendAvatar(infected());
    expect([answer.status, answer.text]).toEqual([
      422,
      expect.stringContaining("文件 坏的.png 中发现病毒（Eicar-Signature），没有保存"),
    ]);
    expect([await avatar(), left()]).toEqual([null, []]);
    const [event] = await db()
      .selectFrom("securityEvent")
      .select(["kind", "detail", "address"])
      .where("userId", "=", userId)
      .where("kind", "=", "upload-refused")
      .execute();
    expect(event).toMatchObject({ detail: "坏的.png：Eicar-Signature", address: person.address });
    expect((await person.get("/system/security-events")).text).toContain("拒绝上传");
  });

  it("in pieces passes clamd when it is whole: kept while clamd is away, gone when it finds something", async () => {
    const at = "/attachment/attachment-management";
    const own = { "sec-fetch-site": "same-origin", "tus-resumable": "1.0.0" };
    const content = `可疑的一半${eicar}`;
    const size = String(Buffer.byteLength(content));
    const headers = { ...own, "upload-length": size, "upload-metadata": "filename YmFkLnR4dA==" };
    const begun = await person.send(`${at}/upload`, { method: "POST", headers });
    const piece = { ...own, "x-http-method-override": "PATCH", "upload-offset": "0" };
    await person.send(begun.headers.get("location")!, {
      method: "POST",
      headers: { ...piece, "content-type": "application/offset+octet-stream" },
      body: content,
    });
    const uploaded = begun.headers.get("location")!.split("/").at(-1)!;
    const use = () => person.postFiles(`${at}/new`, { files: ["file"], pairs: [["uploaded", uploaded]] }, {});
    fake.manner = "hangs";
    expect((await use()).errorAt("file")).toContain(unscanned);
    expect(left()).toHaveLength(1);
    fake.manner = "scans";
    expect((await use()).errorAt("file")).toContain("发现病毒（Eicar-Signature），没有保存");
    expect(left()).toEqual([]);
    expect((await use()).errorAt("file")).toContain("已经不在了");
    expect((await person.get(`${at}/${uploaded}`)).status).toBe(404);
  });

  it.each([
    ["does not answer", "hangs"],
    ["breaks off", "breaks-off"],
    ["says what nobody understands", "says-nonsense"],
    ["takes no files of that size", "finds-too-large"],
  ] as const)("is refused in words where clamd %s", async (_, manner) => {
    fake.manner = manner;
    const answer = await sendAvatar(clean());
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(unscanned)]);
    expect([await avatar(), left()]).toEqual([null, []]);
  });

  it("is refused in words where there is no clamd, which health tells; what needs none goes on", async () => {
    expect(await (await visitor().send("/healthz")).json()).toEqual({ ok: true, db: true, clamav: true });
    await fake.close();
    const answer = await sendAvatar(clean());
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(unscanned)]);
    expect((await person.post("/personal-settings", { theme: "indigo" })).status).toBe(303);
    await vi.waitFor(
      async () =>
        expect(await (await visitor().send("/healthz")).json()).toEqual({ ok: true, db: true, clamav: false }),
      { timeout: 60_000, interval: 1000 },
    );
    await fake.listen(place.socket);
  });
});

describe("every place that takes files shows them to clamd, and says what was found at its field", () => {
  it("a record's picture, with what was typed beside it kept", async () => {
    const form = await person.get("/personnel/personnel-management/new");
    const answer = await form.submit({ name: "打了很久的字" }, { files: { photo: infected() } });
    expect([answer.status, answer.errorAt("photo"), answer.field("name")]).toEqual([
      422,
      expect.stringContaining("发现病毒"),
      "打了很久的字",
    ]);
  });

  it.each(["/map/data-down-load/import", "/line/line-import", "/line/station-import"])("%s", async (path) => {
    const form = await person.get(path);
    const answer = await form.submit({}, { form: "main form[enctype]", files: { file: infected("<osm>") } });
    expect([answer.status, answer.errorAt("file")]).toEqual([422, expect.stringContaining("发现病毒")]);
    expect(left()).toEqual([]);
  });

  it("the reference of a line", async () => {
    const { lineUuid } = await db().selectFrom("line").select("lineUuid").limit(1).executeTakeFirstOrThrow();
    const form = await person.get(`/line/line-management/${lineUuid}/reference`);
    const answer = await form.submit(
      { referenceName: "打了很久的字" },
      { form: "main form[enctype]", files: { file: infected() } },
    );
    expect([answer.status, answer.errorAt("file"), answer.field("referenceName")]).toEqual([
      422,
      expect.stringContaining("发现病毒"),
      "打了很久的字",
    ]);
  });
});

it.runIf(isLongRun)(
  "what an operator imports by command is shown to clamd too, nothing of it is kept, and the command ends at once",
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "import-"));
    const file = path.join(folder, "坏的.osm");
    writeFileSync(file, `<osm>${eicar}</osm>`);
    const command = ["node_modules/tsx/dist/cli.mjs", "app/commands/import.ts", file];
    const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "inherit"] });
    let [words, spoke] = ["", 0];
    child.stdout.setEncoding("utf8").on("data", (text: string) => ([words, spoke] = [words + text, performance.now()]));
    const [code] = (await once(child, "close")) as [number];
    const after = performance.now() - spoke;
    rmSync(folder, { recursive: true });
    expect([code, words]).toEqual([1, expect.stringContaining("文件 坏的.osm 中发现病毒（Eicar-Signature）")]);
    expect(after).toBeLessThan(mayTake(20_000));
    expect(left()).toEqual([]);
  },
);

it("works with the real clamd, where that is installed", async ({ skip }) => {
  await fake.close();
  const folder = mkdtempSync(path.join(tmpdir(), "clamd-"));
  const real = await startRealClamd(folder, place.socket);
  try {
    if (!real) console.info("clamd is not installed here: uploads were tried with a stand-in only");
    if (!real) return skip();
    expect((await sendAvatar(infected())).text).toContain("中发现病毒（Eicar-Test.UNOFFICIAL）");
    for (const more of [1_500_000, 700_000])
      expect((await sendAvatar(new File([new Uint8Array(more)], "a.png"))).text).toContain(unscanned);
    expect((await sendAvatar(clean())).status).toBe(303);
  } finally {
    real?.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
    rmSync(place.socket, { force: true });
    await fake.listen(place.socket);
  }
});
