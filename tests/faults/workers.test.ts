import http from "node:http";
import { afterEach, expect, it } from "vitest";
import { childrenOf } from "../bench/processes";
import { endStarted, start } from "../kit/started";

afterEach(endStarted);

/** Asks again and again, over a connection that stays and over new ones in turns, until `enough`; answers how often each status came, or each fault. */
async function askUntil(enough: () => boolean, address: string): Promise<Record<string, number>> {
  const came: Record<string, number> = {};
  await Promise.all(
    [true, false, true, false].map(async (keepAlive) => {
      const agent = new http.Agent({ keepAlive, maxSockets: 1 });
      while (!enough()) {
        const how = await ask(agent, address);
        came[how] = (came[how] ?? 0) + 1;
      }
      agent.destroy();
    }),
  );
  return came;
}

const ask = (agent: http.Agent, address: string) =>
  new Promise<string>((told) => {
    const request = http.get(address, { agent, timeout: 20_000 }, (answer) => {
      answer.resume().once("end", () => told(String(answer.statusCode)));
      answer.once("error", (error) => told(error.message));
    });
    request.once("timeout", () => request.destroy(new Error("no answer")));
    request.once("error", (error: NodeJS.ErrnoException) => told(error.code ?? error.message));
  });

const token = "a token of 16 letters";
const timesEnded = (output: string) => (output.match(/"a worker ended/g) ?? []).length;

it("two processes are replaced one after another without a refused request, and one that is killed is replaced", async () => {
  const { url, child, output } = await start({
    WORKERS: "2",
    LOG_LEVEL: "info",
    STOP_GRACE_SECONDS: "3",
    METRICS_TOKEN: token,
  });
  const replaced = () => (output().match(/all workers are replaced/g) ?? []).length;
  const asked = askUntil(() => replaced() === 2, `${url}/login`);
  // A proxy must go on sending people here, whichever process it asks.
  const ready = askUntil(() => replaced() === 2, `${url}/readyz`);
  child.kill("SIGHUP");
  await expect.poll(replaced, { timeout: 60_000 }).toBe(1);
  child.kill("SIGHUP");
  const came = await asked;
  expect([Object.keys(came), Object.keys(await ready)]).toEqual([["200"], ["200"]]);
  const metrics = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const counted = [...(await metrics.text()).matchAll(/^bus_http_request_seconds_count\{kind="page".* (\d+)$/gm)];
  expect([metrics.status, counted.length > 0]).toEqual([200, true]);
  expect(came["200"]).toBeGreaterThan(50);

  const [victim] = childrenOf(child.pid!);
  process.kill(victim!, "SIGKILL");
  await expect.poll(() => timesEnded(output()), { timeout: 10_000 }).toBe(1);
  await expect.poll(() => childrenOf(child.pid!).length, { timeout: 30_000 }).toBe(2);
  expect(childrenOf(child.pid!)).not.toContain(victim);
  // Nobody waits for a process that is gone.
  const until = Date.now() + 1000;
  expect(Object.keys(await askUntil(() => Date.now() > until, `${url}/login`))).toEqual(["200"]);

  const workers = childrenOf(child.pid!);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  expect(workers.filter(isAlive)).toEqual([]);
});

it("processes whose first one is killed end, too", async () => {
  const { child } = await start({ WORKERS: "2" });
  const workers = childrenOf(child.pid!);
  expect(workers).toHaveLength(2);
  child.kill("SIGKILL");
  await expect.poll(() => workers.filter(isAlive), { timeout: 10_000 }).toEqual([]);
});

it("a process for jobs alone tells its state and nothing else", async () => {
  const { url } = await start({ ROLE: "jobs" }, undefined, undefined, "/readyz");
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const page = await fetch(`${url}/login`);
  expect([page.status, (await page.text()).includes("这个进程只做后台任务")]).toEqual([404, true]);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
