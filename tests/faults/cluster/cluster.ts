import { mkdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../../app/kit/data/db/embedded/port.server";
import { atLeast, atMost, type Figure, percentile, reported } from "../../bench/figure";
import { startStore } from "../../kit/store";
import { acknowledged, acknowledges, endWriter, startWriter, stored } from "../acknowledged";
import { call, login, pageCookie } from "../api";
import { Program } from "../program";
import { Machines, whyNoCluster } from "./machines";
import { watch, type Watched } from "./watch";

const kills = Number(process.env.CLUSTER_KILLS ?? 5);
const pairs = 40;
/** By name, with commas; all where nothing is said. */
const isAsked = ({ name }: { name: string }) => process.env.CLUSTER_PARTS?.split(",").includes(name) ?? true;

/** Everything that the parts of the drill work on. */
interface Drill {
  machines: Machines;
  hosts: [Program, Program];
  web: Program;
  token: string;
  cookie: string;
  password: string;
}

/**
 * Two hosts of the program behind HAProxy as docs/operating.md has it, on PostgreSQL of three servers under Patroni, whose parts end,
 * hang, lag and are replaced one after another. The first host knows all servers and reads at a standby; the second goes through PgBouncer and HAProxy.
 */
export async function cluster(folder: string, password: string): Promise<Figure[]> {
  const why = whyNoCluster();
  if (why) {
    console.error(`the cluster is not tried: ${why}`);
    return [];
  }
  const place = path.join(folder, "cluster");
  mkdirSync(place, { mode: 0o755 });
  const machines = new Machines(place);
  const store = await startStore();
  const programs: Program[] = [];
  try {
    await machines.start();
    const both = {
      ...store.settings,
      ADMIN_PASSWORD: password,
      SHARED_KEY: "the same on both hosts, and long enough",
      DEMO: "1",
      DEMO_DRIVE: "0",
      LOG_LEVEL: "warn",
      TRUST_PROXY: "loopback",
      STOP_GRACE_SECONDS: "5",
      DB_SILENCE_SECONDS: "5",
    };
    const ways: Record<string, string>[] = [
      { DATABASE_URL: machines.several, DATABASE_READ_URL: machines.several },
      { DATABASE_URL: machines.pooled, DATABASE_DIRECT_URL: machines.direct },
    ];
    const ports = [await freePort(undefined), await freePort(undefined)];
    for (const [at, way] of ways.entries()) {
      const host = path.join(place, `host-${at + 1}`);
      mkdirSync(path.join(host, "data"), { recursive: true });
      const program = new Program(path.join(host, "data"), ports[at]!, { ...both, ...way });
      programs.push(program);
      program.start();
      await program.answered();
    }
    const web = new Program(path.join(place, "web"), await machines.startWeb(ports), {});
    await web.answered();
    const token = await login(web.url, password);
    const cookie = await pageCookie(web, token);
    const drill: Drill = { machines, hosts: programs as Drill["hosts"], web, token, cookie, password };
    const figures: Figure[] = [];
    for (const part of [primaryKilled, replicaLags, rollingRestart, hostEnds, wayIsSilent].filter(isAsked)) {
      console.error(`cluster: ${part.name}`);
      figures.push(...(await part(drill)));
    }
    console.error("cluster: storeAway");
    store.stop();
    return [...figures, ...(await storeAway(drill))];
  } finally {
    for (const program of programs) await program.end();
    machines.end();
    store.stop();
  }
}

/** The primary is killed with its Patroni, again and again, while records are added. */
async function primaryKilled({ machines, web, token, cookie, password }: Drill): Promise<Figure[]> {
  const logFile = path.join(web.folder, "acknowledged.log");
  const writer = startWriter(web.url, password, logFile);
  const asked = watch(web.url, { token, cookie });
  const [promoted, back]: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round < kills; round++) {
      await acknowledges(logFile, 20);
      const old = (await machines.primary())!;
      const began = performance.now();
      machines.kill(old);
      while (((await machines.primary()) ?? old) === old) await sleep(20);
      const since = performance.now();
      promoted.push(Math.round(since - began));
      while (!(await isWritten(web.url, token, `切换${round}`))) await sleep(20);
      while (Math.min(asked.seen.page.lastRight, asked.seen.call.lastRight) < since) await sleep(20);
      back.push(Math.round(performance.now() - since));
      console.error(
        `primary ${round + 1} of ${kills} killed: another after ${promoted.at(-1)} ms, back ${back.at(-1)} ms later`,
      );
      machines.startNode(old);
      await machines.whole();
    }
  } finally {
    await endWriter(writer);
  }
  const { page, call: calls } = await asked.end();
  const told = acknowledged(logFile);
  const kept = await stored(web.url, password);
  return [
    reported("primary killed: another is promoted after, median", percentile(promoted, 0.5), "ms"),
    atMost(
      "primary killed: pages, calls and writes are back after the promotion, slowest",
      Math.max(...back),
      2000,
      "ms",
    ),
    atLeast("primary killed: acknowledged records", told.size, 20 * kills, "records"),
    atMost(
      "primary killed: acknowledged records lost",
      [...told].filter(([key, name]) => kept.get(key) !== name).length,
      0,
      "records",
    ),
    ...inOurWords("primary killed", page, calls),
  ];
}

const inOurWords = (when: string, page: Watched, calls: Watched): Figure[] => {
  const foreign = [...page.foreign, ...calls.foreign];
  for (const text of foreign.slice(0, 5)) console.error(`not in our words: ${text}`);
  return [
    reported(`${when}: pages and calls answered`, page.right + calls.right),
    reported(`${when}: pages and calls refused in our words`, page.told + calls.told),
    atMost(`${when}: pages and calls in another's words, or not answered`, foreign.length, 0),
  ];
};

async function isWritten(url: string, token: string, postName: string): Promise<boolean> {
  const postCode = `${postName}-${Math.round(performance.now())}`;
  const answer = await call(url, "/api/post/v1.0/add", { postCode, postName, postType: 1 }, token).catch(
    () => undefined,
  );
  return answer?.success === true;
}

/** Both standbys stop replaying, for a time, while somebody writes and looks at once, at the one host or the other. */
async function replicaLags({ machines, hosts, token }: Drill): Promise<Figure[]> {
  // After the last kill a standby may have to find its new primary.
  await sleep(15_000);
  let older = 0;
  const took: Record<"replaying" | "paused", number[]> = { replaying: [], paused: [] };
  for (const state of ["replaying", "paused", "replaying"] as const) {
    const main = await machines.primary();
    for (const node of machines.nodes.filter((one) => one !== main))
      machines.signalReplay(node, state === "paused" ? "SIGSTOP" : "SIGCONT");
    for (let nth = 0; nth < pairs; nth++) {
      const name = `读${nth}之${Math.round(performance.now())}`;
      if (!(await isWritten(hosts[nth % 2]!.url, token, name))) throw new Error("a post was not added");
      const began = performance.now();
      const { data } = await call<object[]>(hosts[0].url, "/api/post/v1.0/list", { keyword: name }, token);
      took[state].push(performance.now() - began);
      if (data.length !== 1) older++;
    }
  }
  return [
    atMost("a standby lags: readers who saw an older state than was saved", older, 0, `of ${3 * pairs}`),
    reported("a list read at a standby, median", percentile(took.replaying, 0.5), "ms"),
    reported("a list while no standby replays, median", percentile(took.paused, 0.5), "ms"),
    // Less would mean that no standby had been asked at all.
    atLeast("a list while no standby replays, slowest", Math.max(...took.paused), 900, "ms"),
  ];
}

/** Both hosts are stopped and started, one after the other, while people work. */
async function rollingRestart({ hosts, web, token, cookie }: Drill): Promise<Figure[]> {
  const asked = watch(web.url, { token, cookie });
  for (const host of hosts) {
    await sleep(3000);
    await host.stop();
    host.start();
    await host.answered();
    await sleep(3000);
  }
  const { page, call: calls } = await asked.end();
  return [
    reported("rolling restart: pages and calls answered", page.right + calls.right),
    atMost("rolling restart: pages and calls refused", page.told + calls.told, 0),
    ...inOurWords("rolling restart", page, calls).slice(-1),
  ];
}

/** A host is killed, and later hangs for twenty seconds. */
async function hostEnds({ hosts: [, host], web, token, cookie }: Drill): Promise<Figure[]> {
  const asked = watch(web.url, { token, cookie });
  await sleep(2000);
  await host.kill();
  const killed = performance.now();
  await sleep(8000);
  const answeredAfter = Math.round(asked.seen.page.lastRight - killed);
  host.start();
  await host.answered();
  await sleep(3000);
  host.signal("SIGSTOP");
  await sleep(10_000);
  // Who came before it was noticed waits for it; these come now.
  const others = watch(web.url, { token, cookie });
  await sleep(10_000);
  const { page: otherPages, call: otherCalls } = await others.end();
  host.signal("SIGCONT");
  await sleep(3000);
  const { page, call: calls } = await asked.end();
  return [
    atLeast("a host killed: pages answered by the other eight seconds later", answeredAfter, 7000, "ms"),
    atLeast(
      "a host hangs: pages and calls answered by the other in ten seconds, after the first ten",
      otherPages.right + otherCalls.right,
      200,
    ),
    ...inOurWords("a host killed, and one that hangs", page, { ...calls, foreign: [] }),
    // A call that was under way there: nobody knows whether it was done, and HAProxy closes the connection.
    atMost("a host killed, and one that hangs: calls without an answer", calls.foreign.length, 1),
  ];
}

/** What lies between a host and its database says nothing for thirty seconds. */
async function wayIsSilent({ machines, hosts: [, host], web, token, cookie }: Drill): Promise<Figure[]> {
  const asked = watch(host.url, { token, cookie });
  const others = watch(web.url, { token, cookie });
  await sleep(1000);
  machines.signal("haproxy", "SIGSTOP");
  await sleep(30_000);
  machines.signal("haproxy", "SIGCONT");
  const since = performance.now();
  while (Math.min(asked.seen.page.lastRight, asked.seen.call.lastRight) < since && performance.now() - since < 60_000)
    await sleep(20);
  const back = Math.round(performance.now() - since);
  const [{ page, call: calls }, all] = [await asked.end(), await others.end()];
  return [
    atMost("the way to the database is silent for 30 s: the host is back after", back, 10_000, "ms"),
    reported(
      "the way to the database is silent: PgBouncer ended by itself and was started again",
      machines.poolerEnds,
      "times",
    ),
    ...inOurWords("the way to the database is silent", page, calls),
    atMost(
      "the way to the database is silent: in another's words through the proxy",
      all.page.foreign.length + all.call.foreign.length,
      0,
    ),
  ];
}

/** The store of files is away: what needs none of them goes on. */
async function storeAway({ web, token, cookie }: Drill): Promise<Figure[]> {
  const page = await web.ask("/station/station-management", { headers: { cookie } });
  const form = new FormData();
  form.set("file", new File(["一"], "一.txt"));
  const upload = await web.ask("/api/sys-attachment-file/upload", {
    method: "POST",
    headers: { authorization: token },
    body: form,
  });
  return [
    atMost("the store is away: a page without files", page?.status ?? 0, 200, "status"),
    atLeast(
      "the store is away: an upload is refused in words",
      Number(upload?.text.includes("文件存储暂时无法连接")),
      1,
    ),
  ];
}
