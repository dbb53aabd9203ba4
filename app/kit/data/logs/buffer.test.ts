import { expect, it, vi } from "vitest";
import { LogBuffer } from "./buffer.server";

const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

it("waits for a database that is away, keeps the newest 20,000 and asks again once a second at most", async () => {
  vi.useFakeTimers();
  const written: number[] = [];
  let tries = 0;
  let isAway = true;
  const buffer = new LogBuffer<{ at: number }>("test", (rows) => {
    tries += 1;
    if (isAway) return Promise.reject(away);
    written.push(...(JSON.parse(rows) as { at: number }[]).map(({ at }) => at));
    return Promise.resolve();
  });
  buffer.add({ at: 0 });
  await buffer.flush();
  for (let at = 1; at <= 20_005; at++) buffer.add({ at });
  await vi.advanceTimersByTimeAsync(3000);
  expect(tries).toBeLessThanOrEqual(5);
  isAway = false;
  await buffer.end();
  vi.useRealTimers();
  expect([written.length, written[0], written.at(-1)]).toEqual([20_000, 6, 20_005]);
});

it("leaves out rows that the database refuses for good, and goes on", async () => {
  const written: string[] = [];
  const buffer = new LogBuffer<{ at: number; bad?: boolean }>("test", (rows) => {
    if (rows.includes("bad")) return Promise.reject(Object.assign(new Error("no"), { code: "22P02" }));
    written.push(rows);
    return Promise.resolve();
  });
  buffer.add({ at: 1, bad: true });
  await buffer.flush();
  buffer.add({ at: 2 });
  await buffer.end();
  expect(written).toEqual(['[{"at":2}]']);
});
