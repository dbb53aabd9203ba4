import { spawn } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../app/kit/data/db/embedded/port.server";
import { readPage } from "../kit/page";
import { djangoVersion, openOffice } from "./django";
import { atMost, type Figure, percentile, reported } from "./figure";
import { onStations } from "./on-stations";
import { findDatabaseServer, usageBelow } from "./processes";
import { root } from "./program";
import type { Stage } from "./stage";

const rows = 20_000;
/** Until the compiler has done its work. */
const warmUp = 400;
const [rounds, visits] = [5, 40];
const stations = "/station/station-management";
const theirs = "/admin/office/station/";

/** What a person, or another program, does once; the answers that it got. */
type Deed = (nth: number) => Promise<Response[]>;

interface Side {
  name: string;
  /** Of the application, all its threads. */
  cpuMs(): Promise<number>;
  deeds: Record<string, Deed>;
}

/** Each class of pages beside Django's admin and a bare server on the same stations and the same PostgreSQL, in turn: statements, bytes, CPU of the application and of the database. */
export async function* everyPageFigures(stage: Stage): AsyncGenerator<Figure> {
  yield* onStations(stage, rows, async function* (program, { url, cookie }, databaseUrl) {
    const databaseServer = await findDatabaseServer(databaseUrl);
    const client = clientOf(url, cookie);
    const ours: Side = {
      name: "ours",
      cpuMs: async () => (await program.usage()).cpuMs,
      deeds: await ourDeeds(client),
    };
    const [office, bare] = [await openTheirs(stage, databaseUrl), await openBare(databaseUrl)];
    try {
      const sides = [ours, ...(office ? [office.side] : []), bare.side];
      const costs = new Map<string, number>();
      for (const name of Object.keys(ours.deeds)) {
        for (const side of sides.filter(({ deeds }) => deeds[name])) {
          const cost = await costOf(side, side.deeds[name]!, databaseServer);
          costs.set(`${side.name} ${name}`, cost.application + cost.database);
          yield reported(`${name}, ${side.name}: CPU of the application`, cost.application, "ms");
          yield reported(`${name}, ${side.name}: CPU of the database`, cost.database, "ms");
          yield reported(`${name}, ${side.name}: bytes, packed`, cost.bytes, "B");
          if (cost.statements !== undefined) yield reported(`${name}, ${side.name}: statements`, cost.statements);
        }
        const [own, django, least] = ["ours", "Django", "bare"].map((side) => costs.get(`${side} ${name}`));
        const bound = bounds[name];
        if (bound && django) yield atMost(`${name}: CPU of both / Django's`, own! / django, 1 / bound, "x");
        if (least) yield atMost(`${name}: CPU of both / the bare server's`, own! / least, 2, "x");
      }
    } finally {
      office?.stop();
      bare.stop();
    }
  });
}

/** How many times less than Django's admin. */
const bounds: Record<string, number> = { list: 5, form: 3, save: 4, detail: 3 };

interface Client {
  get(path: string): Promise<Response>;
  post(path: string, fields: [string, string][]): Promise<Response>;
}

/** Answers are read to their end; a page that is none is an error. */
function clientOf(url: string, cookie: string, more: Record<string, string> = {}): Client {
  const headers = { cookie, "accept-encoding": "br", accept: "text/html", ...more };
  const ended = async (asked: Promise<Response>) => {
    const answer = await asked;
    if (answer.status >= 400) throw new Error(`${answer.url} answered ${answer.status}`);
    return answer;
  };
  return {
    get: (path) => ended(fetch(url + path, { headers, redirect: "manual" })),
    post: (path, fields) =>
      ended(
        fetch(url + path, {
          method: "POST",
          redirect: "manual",
          headers: { ...headers, origin: url, referer: url + path },
          body: new URLSearchParams(fields),
        }),
      ),
  };
}

async function ourDeeds({ get, post }: Client): Promise<Record<string, Deed>> {
  const first = await (await get(stations)).text();
  const records = [...first.matchAll(/href="(\/station\/station-management\/[0-9a-f]{32})"/g)].map(([, one]) => one!);
  const record = (nth: number) => records[nth % records.length]!;
  const one =
    (path: (nth: number) => string): Deed =>
    async (nth) => [await get(path(nth))];
  const line = /href="(\/line\/line-management\/[0-9a-f]{32})/.exec(
    await (await get("/line/line-management")).text(),
  )![1]!;
  return {
    list: one((nth) => `${stations}?page=${1 + (nth % 20)}`),
    search: one((nth) => `${stations}?keyword=${["rm", "dh", "松林"][nth % 3]}`),
    detail: one(record),
    form: one((nth) => `${record(nth)}/edit`),
    save: async (nth) => {
      const at = `${record(nth)}/edit`;
      const form = await get(at);
      const html = await form.clone().text();
      const sent = readPage(html).form(undefined, "保存", { remark: `第 ${nth} 次` });
      const saved = await post(at, sent.pairs);
      if (saved.status !== 303 && saved.status !== 302) throw new Error(`a save answered ${saved.status}`);
      return [form, saved, await get(saved.headers.get("location")!)];
    },
    line: one(() => line),
    map: one(() => `${line}/map`),
    homepage: one(() => "/homepage"),
    "search over all": one((nth) => `/search?q=${["rmgc", "1路", "B00"][nth % 3]}`),
  };
}

async function openTheirs(stage: Stage, databaseUrl: string): Promise<{ side: Side; stop(): void } | undefined> {
  if (!djangoVersion()) {
    console.error("skipped: no Django beside which to measure");
    return undefined;
  }
  const office = await openOffice(stage, databaseUrl);
  const { get, post } = clientOf(office.url, office.cookie);
  const keys = [...(await (await get(theirs)).text()).matchAll(/admin\/office\/station\/(\d+)\/change/g)].map(
    ([, one]) => one!,
  );
  const change = (nth: number) => `${theirs}${keys[nth % keys.length]}/change/`;
  const one =
    (path: (nth: number) => string): Deed =>
    async (nth) => [await get(path(nth))];
  const deeds: Record<string, Deed> = {
    list: one((nth) => `${theirs}?p=${nth % 20}`),
    search: one((nth) => `${theirs}?q=${["50", "6A", "松林"][nth % 3]}`),
    // Its admin has no page to look at a record but its form.
    detail: one(change),
    form: one(change),
    save: async (nth) => {
      const form = await get(change(nth));
      const page = readPage(await form.clone().text());
      const sent = page.form("#station_form", "[name=_save]", { road: `第 ${nth} 次` });
      const saved = await post(change(nth), sent.pairs);
      if (saved.status !== 302) throw new Error(`Django's save answered ${saved.status}`);
      return [form, saved, await get(theirs)];
    },
  };
  return { side: { name: "Django", cpuMs: async () => usageBelow(office.pid).cpuMs, deeds }, stop: office.stop };
}

async function openBare(databaseUrl: string): Promise<{ side: Side; stop(): void }> {
  const port = await freePort(undefined);
  const child = spawn(process.execPath, ["--import", "tsx", path.join(root, "tests/bench/bare-server.ts")], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    env: { ...process.env, DATABASE_URL: databaseUrl, PORT: String(port) },
  });
  const { get } = clientOf(`http://127.0.0.1:${port}`, "");
  for (let tries = 0; tries < 100; tries++) {
    const up = await get("/").then(
      () => true,
      () => false,
    );
    if (up) break;
    await sleep(100);
  }
  const one =
    (path: (nth: number) => string): Deed =>
    async (nth) => [await get(path(nth))];
  const deeds = {
    list: one((nth) => `/?page=${1 + (nth % 20)}`),
    search: one((nth) => `/?keyword=${["rm", "dh", "松林"][nth % 3]}`),
  };
  return {
    side: { name: "bare", cpuMs: async () => usageBelow(child.pid!).cpuMs, deeds },
    stop: () => void child.kill(),
  };
}

/** The median of some rounds, once the compiler has done its work. */
async function costOf(side: Side, deed: Deed, databaseServer: number) {
  for (let nth = 0; nth < warmUp; nth++) await finish(await deed(nth));
  const [application, database]: [number[], number[]] = [[], []];
  let last: Answers = { bytes: 0, statements: undefined };
  for (let round = 0; round < rounds; round++) {
    const before = { own: await side.cpuMs(), database: usageBelow(databaseServer).cpuMs };
    for (let nth = 0; nth < visits; nth++) last = await finish(await deed(nth));
    application.push(((await side.cpuMs()) - before.own) / visits);
    database.push((usageBelow(databaseServer).cpuMs - before.database) / visits);
  }
  return { application: percentile(application, 0.5), database: percentile(database, 0.5), ...last };
}

interface Answers {
  bytes: number;
  statements: number | undefined;
}

async function finish(answers: readonly Response[]): Promise<Answers> {
  let [bytes, statements]: [number, number | undefined] = [0, undefined];
  for (const answer of answers) {
    const text = answer.bodyUsed ? "" : await answer.text();
    bytes += Number(answer.headers.get("content-length") ?? Buffer.byteLength(text));
    const told = /desc="(\d+) statements"/.exec(answer.headers.get("server-timing") ?? "");
    if (told) statements = (statements ?? 0) + Number(told[1]);
  }
  return { bytes, statements };
}
