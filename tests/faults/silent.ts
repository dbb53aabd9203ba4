import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../app/kit/data/db/embedded/port.server";
import { atLeast, atMost, type Figure } from "../bench/figure";
import { signedIn } from "../strangers/signed-in";
import { SwallowingProxy } from "../kit/swallowing-proxy";
import { Program } from "./program";

/** The program's connections to the database die without a word, three times in a row: pages come back alone, and the health check is right meanwhile. */
export async function silent(program: Program, password: string): Promise<Figure[]> {
  const proxy = await SwallowingProxy.start(databaseOf(program));
  const dataDir = path.join(program.folder, "beside");
  mkdirSync(dataDir);
  const environment = { DATABASE_URL: proxy.url, DB_SILENCE_SECONDS: "5", DEMO: "1", LOG_LEVEL: "warn" };
  const beside = new Program(dataDir, await freePort(undefined), environment);
  beside.start();
  try {
    await beside.answered();
    const { cookie } = await signedIn(beside.url, "admin", password);
    const isPage = async () => {
      const answer = await beside.ask("/station/station-management", { headers: { Cookie: cookie } });
      return answer?.status === 200;
    };
    const isHealthy = async () => (await beside.ask("/healthz"))?.status === 200;
    const away: number[] = [];
    let [swallowed, wrong, late] = [0, 0, 0];
    for (let round = 0; round < 3; round++) {
      await Promise.all(Array.from({ length: 20 }, isPage));
      swallowed += proxy.swallow();
      const began = performance.now();
      wrong += Number(await isHealthy());
      while (!(await isPage())) await sleep(50);
      console.error(`round ${round}: pages are back`);
      away.push(performance.now() - began);
      await sleep(100);
      const after = await Promise.all(Array.from({ length: 20 }, isPage));
      late += after.filter((one) => !one).length + Number(!(await isHealthy()));
    }
    return [
      atLeast("database connections swallowed", swallowed, 6, "connections"),
      atMost("connections died without a word: first page again after", Math.round(Math.max(...away)), 10_000, "ms"),
      atMost("connections died without a word: health checks that said all is well", wrong, 0, "times"),
      atMost("connections died without a word: pages and health checks that failed afterwards", late, 0, "times"),
    ];
  } finally {
    await beside.end();
    proxy.close();
  }
}

/** The embedded server of a program that runs. */
function databaseOf({ dataDir }: Program): string {
  const read = <T>(name: string) => JSON.parse(readFileSync(path.join(dataDir, name), "utf8")) as T;
  const { port } = read<{ port: number }>("database.json");
  const { databasePassword } = read<{ databasePassword: string }>("secrets.json");
  return `postgres://bus:${databasePassword}@127.0.0.1:${port}/bus`;
}
