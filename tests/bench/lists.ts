import { spawn } from "node:child_process";
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { passwords } from "../kit/database";
import { atLeast, atMost, type Figure, percentile, reported } from "./figure";
import { type Program, root, startProgram } from "./program";
import { roomSizes } from "./room-size";
import { oneInFive } from "./seed-fleet";
import { run, type Stage } from "./stage";
import { signIn, type Visitor } from "./visitor";

/** BENCH_FLEET=0.02 tries everything out on a fiftieth. */
const scale = Number(process.env.BENCH_FLEET ?? 1);
const size = {
  buses: Math.round(50_000 * scale),
  devices: Math.round(150_000 * scale),
  persons: Math.round(20_000 * scale),
  fences: Math.round(5_000 * scale),
};
const clients = 20;

/** The lists with what people do in them: the first page, a later one, another order, a search. */
const lists: { name: string; path: string; queries: string[] }[] = [
  {
    name: "buses",
    path: "/bus/bus-management",
    queries: ["", "?page=40", "?sort=-updatedAt", "?keyword=B0012", "?keyword=京B1234"],
  },
  {
    name: "devices",
    path: "/device/device-management",
    queries: ["", "?page=40", "?sort=-devSelfCode", "?keyword=D00012", "?keyword=8700"],
  },
  {
    name: "persons",
    path: "/personnel/personnel-management",
    queries: ["", "?page=40", "?sort=-jobNumber", "?keyword=王建国", "?keyword=zqx"],
  },
  {
    name: "fences",
    path: "/electronic-fence/electronic-fence-management",
    queries: ["", "?page=20", "?sort=-fenceNum", "?keyword=东风街", "?keyword=F0012"],
  },
  {
    name: "stations",
    path: "/station/station-management",
    queries: ["", "?page=2", "?sort=-staName", "?keyword=rmgc"],
  },
  { name: "lines", path: "/line/line-management", queries: ["", "?sort=-lineName", "?keyword=1"] },
];

/** A large operator's fleet: each list under 20 clients, the search over all rooms, changes and files of many records, and reports coming in meanwhile. */
export async function* listFigures(stage: Stage): AsyncGenerator<Figure> {
  const databaseUrl = await stage.city("fleet");
  const env = stage.environment(databaseUrl, "warn");
  console.error(
    run("tests/bench/seed-fleet.ts", [size.buses, size.devices, size.persons, size.fences].map(String), env).trim(),
  );
  const program = await startProgram(env, stage.logFile);
  try {
    const people: Visitor[] = [];
    for (let person = 0; person < clients; person++) people.push(await signIn(program.url, "admin", passwords.admin));
    const built = await builtLists(people[0]!);
    for (const list of built) yield* underLoad(list, people);
    yield* searchFigures(people[0]!);
    yield* exportFigures(program, people[0]!);
    yield* bulkFigures(people[0]!);
    yield* whileReporting(program, people, env, built);
  } finally {
    await program.stop();
  }
  console.error(roomSizes());
}

async function builtLists(person: Visitor) {
  const there = await Promise.all(
    lists.map(({ path }) =>
      person.visit(path).then(
        () => true,
        () => false,
      ),
    ),
  );
  return lists.filter(({ name }, place) => there[place] || void console.error(`skipped, no such page: ${name}`));
}

async function* underLoad(list: (typeof lists)[number], people: Visitor[], when = ""): AsyncGenerator<Figure> {
  await Promise.all(people.map((person) => person.visit(list.path)));
  const began = performance.now();
  const times = await visits(list, people, 12);
  const label = `${list.name}${when}, ${clients} clients`;
  yield atMost(`${label}: p50`, percentile(times, 0.5), 600, "ms");
  yield atMost(`${label}: p99`, percentile(times, 0.99), 1500, "ms");
  yield reported(`${label}: pages`, times.length / ((performance.now() - began) / 1000), "/s");
}

/** Every person asks for one page after the other. */
async function visits({ path, queries }: (typeof lists)[number], people: Visitor[], rounds: number): Promise<number[]> {
  const times = await Promise.all(
    people.map(async (person, place) => {
      const own: number[] = [];
      for (let round = 0; round < rounds; round++)
        own.push((await person.visit(path + encodeURI(queries[(place + round) % queries.length]!))).ms);
      return own;
    }),
  );
  return times.flat();
}

async function* searchFigures(person: Visitor): AsyncGenerator<Figure> {
  const times: number[] = [];
  for (let round = -1; round < 6; round++) {
    for (const term of ["B001234", "京B12", "王建国", "wjg", "限速段", "D0001"]) {
      const { ms } = await person.visit(`/search?q=${encodeURIComponent(term)}`);
      if (round >= 0) times.push(ms);
    }
  }
  yield atMost("search over all rooms: p50", percentile(times, 0.5), 200, "ms");
  yield reported("search over all rooms: p99", percentile(times, 0.99), "ms");
}

/** A file of all buses: read as fast as it comes, then by a client that takes its time, whose file must not wait in the server's memory. */
async function* exportFigures(program: Program, { url, cookie }: Visitor): AsyncGenerator<Figure> {
  for (const [name, pause] of [
    ["read at once", 0],
    ["read slowly", 20],
  ] as const) {
    const before = (await program.usage()).rssMb;
    const began = performance.now();
    const peak = { mb: before, over: false };
    const watch = (async () => {
      while (!peak.over) {
        peak.mb = Math.max(peak.mb, (await program.usage()).rssMb);
        await sleep(50);
      }
    })();
    const { lines, bytes } = await download(`${url}/bus/bus-management/export`, cookie, pause);
    const seconds = (performance.now() - began) / 1000;
    peak.over = true;
    await watch;
    yield atLeast(`CSV of all buses, ${name}: rows`, lines - 1, size.buses);
    yield reported(`CSV of all buses, ${name}: size`, bytes / 1e6, "MB");
    yield pause === 0
      ? atMost(`CSV of all buses, ${name}: time`, seconds, 20, "s")
      : reported(`CSV of all buses, ${name}: time`, seconds, "s");
    yield atMost(`CSV of all buses, ${name}: growth of the server`, peak.mb - before, 120, "MB RSS");
  }
}

function download(url: string, cookie: string, pause: number): Promise<{ lines: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers: { Cookie: cookie, "Accept-Encoding": "identity" } }, (answer) => {
        if (answer.statusCode !== 200) return reject(new Error(`${url} answered ${answer.statusCode}`));
        void (async () => {
          let [lines, bytes] = [0, 0];
          for await (const chunk of answer as AsyncIterable<Buffer>) {
            bytes += chunk.length;
            for (const byte of chunk) if (byte === 10) lines += 1;
            if (pause > 0) await sleep(pause);
          }
          resolve({ lines, bytes });
        })().catch(reject);
      })
      .once("error", reject);
  });
}

/** A fifth of the buses is changed in one field: the page that asks, then the change. */
async function* bulkFigures({ url, cookie }: Visitor): AsyncGenerator<Figure> {
  const address = `${url}/bus/bus-management/bulk?verb=change&all=1&energyType=${oneInFive}`;
  const asking = performance.now();
  const html = await (await fetch(address, { headers: { Cookie: cookie } })).text();
  yield atMost("buses to be changed at once: the page that asks", performance.now() - asking, 2000, "ms");
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
  const began = performance.now();
  const answer = await fetch(address, {
    method: "POST",
    redirect: "manual",
    headers: { Cookie: cookie, Origin: url, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      count: hidden("count"),
      digest: hidden("digest"),
      change: "provider",
      provider: "滨江客车厂",
    }),
  });
  if (answer.status !== 303)
    throw new Error(
      `the change answered ${answer.status}: ${(await answer.text()).replace(/<[^>]+>/g, " ").slice(0, 500)}`,
    );
  yield atLeast("buses changed at once", Number(hidden("count")), size.buses / 5);
  yield atMost("buses changed at once: time", (performance.now() - began) / 1000, 10, "s");
}

/** 2,000 buses report every 10 seconds; the lists must stay quick and no report may be lost. */
async function* whileReporting(
  program: Program,
  people: Visitor[],
  env: Record<string, string>,
  built: typeof lists,
): AsyncGenerator<Figure> {
  const buses = Math.min(2000, size.buses);
  const seconds = Math.max(22, Math.round(60 * Math.min(1, scale)));
  const said: string[] = [];
  const simulation = spawn(
    process.execPath,
    [
      "--import",
      "tsx",
      "app/commands/simulate.ts",
      "--buses",
      String(buses),
      "--url",
      program.url,
      "--seconds",
      String(seconds),
    ],
    { cwd: root, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", 2] },
  );
  simulation.stdout!.on("data", (text: Buffer) => said.push(text.toString()));
  const ended = new Promise<number | null>((resolve) => simulation.once("exit", resolve));
  while (!/上报/.test(said.join("").split("\n").slice(1).join("\n")) && simulation.exitCode === null) await sleep(200);
  for (const list of built.filter(({ name }) => /buses|persons/.test(name)))
    yield* underLoad(list, people, ` while ${buses} buses report`);
  if ((await ended) !== 0) throw new Error(`the simulation failed: ${said.join("")}`);
  const rounds = [...said.join("").matchAll(/上报 (\d+) 条，接受 (\d+) 条，用时 (\d+) 毫秒/g)].map(
    ([, sent, accepted, ms]) => ({ sent: Number(sent), accepted: Number(accepted), ms: Number(ms) }),
  );
  yield atLeast(
    "reports accepted of those sent",
    rounds.reduce((sum, round) => sum + round.accepted, 0) / rounds.reduce((sum, round) => sum + round.sent, 0),
    1,
  );
  yield atMost(`a round of ${buses} reports: longest`, Math.max(...rounds.map(({ ms }) => ms)), 10_000, "ms");
}
