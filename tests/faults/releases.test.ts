import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { closeDatabase } from "~/kit/data/db/pool.server";
import { passwords } from "../kit/accounts";
import { ask, inDatabase } from "../kit/database";
import { DistantVisitor } from "../kit/distant";
import { endStarted, start, type StartedServer } from "../kit/started";
import { startStore } from "../kit/store";
import { keysOfFullest, readablePaths, readCalls, readPages } from "../sweeps/readings";
import { bundle, mustBeAlone, revisionBefore, unpack } from "./release-before";

const before = releaseToTry();

function releaseToTry(): string | undefined {
  const revision = revisionBefore();
  const why = !revision ? "no history of the sources here" : mustBeAlone(revision) && "a migration must be alone";
  if (!why) return revision;
  console.log(`${why}: the release before is not tried beside this one`);
  return undefined;
}

const SHARED_KEY = "the same for both releases, and long enough";
const own = process.env.DATABASE_URL!;
const name = `test_${process.env.TEST_RUN}_releases`;
const DATABASE_URL = inDatabase(own, name);
const folder = mkdtempSync(path.join(tmpdir(), "bus-release-before-"));
const folders = [folder];
let store: Awaited<ReturnType<typeof startStore>>;
let entry: string;
let older: StartedServer;
let olderJobs: StartedServer;
let newer: StartedServer;
/** One person, asked at either. */
let person: DistantVisitor;

/** A host of its own, with that part of the work. */
function startHost(ROLE: "web" | "jobs", program?: { entry: string; folder: string }): Promise<StartedServer> {
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), "bus-release-host-"));
  folders.push(DATA_DIR);
  const env = { ...store.settings, SHARED_KEY, DATABASE_URL, ROLE, DATA_DIR };
  return start(env, program && [program.entry], program?.folder, ROLE === "jobs" ? "/readyz" : "/login");
}
const startOlder = (role: "web" | "jobs") => startHost(role, { entry, folder });

beforeAll(async () => {
  if (!before) return;
  unpack(before, folder);
  entry = bundle(folder);
  store = await startStore();
  await ask(process.env.TEST_SERVER_URL!, `create database ${name} template template0`);
  older = await startOlder("web");
  olderJobs = await startOlder("jobs");
  process.env.DATABASE_URL = DATABASE_URL;
  person = new DistantVisitor(older.url);
  await person.signIn("admin", passwords.admin);
});
afterAll(async () => {
  endStarted();
  for (const one of folders) rmSync(one, { recursive: true });
  if (!before) return;
  store.stop();
  await closeDatabase();
  process.env.DATABASE_URL = own;
  await ask(process.env.TEST_SERVER_URL!, `drop database ${name} with (force)`);
});

const at = (program: StartedServer): DistantVisitor => {
  person.url = program.url;
  return person;
};

async function addPost(program: StartedServer, postCode: string, postName: string): Promise<number> {
  const form = await at(program).get("/personnel/post-management/new");
  return (await form.submit({ postCode, postName, postType: "1" })).status;
}

const posts = "/personnel/post-management";

/** Opens the list and adds a post again and again at the older program until told; answers each status that came. */
async function workAtOlder(isOver: () => boolean): Promise<Set<string>> {
  const came = new Set<string>();
  for (let nth = 0; !isOver() || nth < 3; nth++) {
    came.add(`list ${(await person.get(posts)).status}`);
    came.add(`saved ${await addPost(older, `R${nth}`, `升级中${nth}`)}`);
  }
  return came;
}

it.runIf(before)("the release before goes on while this one brings the database forward", async () => {
  let isOver = false;
  const work = workAtOlder(() => isOver);
  newer = await startHost("web").finally(() => (isOver = true));
  expect([...(await work)].sort()).toEqual(["list 200", "saved 303"]);
  expect(newer.output()).toMatch(/数据库要升级，共 \d+ 步/);
});

it.runIf(before)("its pages, and its calls that read, are answered on the database of this one", async () => {
  const keys = await keysOfFullest();
  const [pages, calls] = [await readPages(at(older), readablePaths(), keys), await readCalls(at(older), keys)];
  const answered = [...pages.keys(), ...calls.keys()];
  expect(answered.filter((one) => one.startsWith("2")).length).toBeGreaterThan(250);
  expect(answered.filter((one) => !/^[1-4]\d\d /.test(one))).toEqual([]);
});

it.runIf(before)("what is saved at one is shown and corrected at the other", async () => {
  for (const [nth, [one, other]] of [[older, newer] as const, [newer, older] as const].entries()) {
    expect(await addPost(one, `W${nth}`, `两版之间${nth}`)).toBe(303);
    const list = await at(other).get(`${posts}?keyword=${encodeURIComponent(`两版之间${nth}`)}`);
    const address = list
      .$("td a[href*='/post-management/']")
      .first()
      .attr("href")!
      .replace(/(\/edit)?$/, "/edit");
    const form = await at(other).get(address);
    expect(form.text).toContain(`两版之间${nth}`);
    expect((await form.submit({ remark: "在另一版里改的" })).status).toBe(303);
    expect((await at(one).get(address)).$("[name=remark]").val()).toBe("在另一版里改的");
  }
});

/** Has a table with one post checked and written at the pages of one program, by whichever's jobs run; answers what its page says then. */
async function importPost(program: StartedServer, postCode: string): Promise<string> {
  const form = await at(program).get("/excel/import?template=post");
  const file = new File([`岗位编号,岗位名称,类别,状态\n${postCode},表里的,驾驶员,启用\n`], "岗位.csv");
  const sent = await form.submit({ templateCode: "post", mode: "both" }, { files: { file } });
  const checked = await person.settled(sent.location!);
  const confirmed = await checked.submit({}, { press: "确认导入，新增 1 条" });
  return (await person.settled(confirmed.location!)).text;
}

it.runIf(before)("what is asked for at one is done by the jobs of the other", async () => {
  expect(await importPost(newer, "T1")).toContain("已完成");
  const ended = new Promise((resolve) => olderJobs.child.once("exit", resolve));
  olderJobs.child.kill("SIGTERM");
  expect(await ended).toBe(0);
  await startHost("jobs");
  expect(await importPost(older, "T2")).toContain("已完成");
});
