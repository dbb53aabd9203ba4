import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { Pool } from "undici";
import type { FleetTerminal } from "../kit/fleet";

/** Terminals that poll with positions, each at its own moment, in a process of their own: `link-terminals.ts URL TOKENS SECONDS OUT`; writes the milliseconds of each poll of the second half. A job is fetched and answered. */
const [url, tokens, seconds, out] = process.argv.slice(2) as [string, string, string, string];
const terminals = JSON.parse(readFileSync(tokens, "utf8")) as FleetTerminal[];
const pool = new Pool(url, { connections: 1500, headersTimeout: 30_000, bodyTimeout: 30_000 });
const [began, until] = [Date.now(), Date.now() + Number(seconds) * 1000];
const [times, seen] = [[] as number[], { errors: 0, jobs: 0, polls: 0 }];
const held = new Map<string, object>();

async function live(terminal: FleetTerminal, place: number): Promise<void> {
  await sleep((place / terminals.length) * 10_000);
  while (Date.now() < until) {
    const next = await round(terminal, place).catch(() => void (seen.errors += 1));
    await sleep((next ?? 10) * 1000);
  }
}

async function round({ deviceNo, token }: FleetTerminal, place: number): Promise<number> {
  const sent = performance.now();
  const file = held.get(deviceNo);
  const position = {
    reportedAt: new Date().toISOString(),
    lng: 116 + (place % 1000) / 1000,
    lat: 39.9,
    speed: 30,
    azimuth: 90,
  };
  const answer = await say<{ next: number; jobs: Job[] }>("poll", token, {
    deviceNo,
    free: 1e9,
    position,
    reported: file ? [file] : [],
  });
  seen.polls += 1;
  if (Date.now() > began + (until - began) / 2) times.push(performance.now() - sent);
  for (const job of answer.jobs) {
    seen.jobs += 1;
    const bytes = await fetchFile(job.url, token);
    await say("result", token, {
      detailUuid: job.detailUuid,
      attempt: job.attempt,
      state: 2,
      crc32: crc32(bytes).toString(16),
    });
    held.set(deviceNo, { kind: job.kind, no: job.no, version: job.version });
  }
  return answer.next;
}

interface Job {
  detailUuid: string;
  url: string;
  kind: number;
  no: string;
  version: string;
  attempt: number;
}

async function say<T>(name: string, authorization: string, said: object): Promise<T> {
  const answer = await pool.request({
    method: "POST",
    path: `/api/device-link/v1.0/${name}`,
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify(said),
  });
  const { success, data } = (await answer.body.json()) as { success: boolean; data: T };
  if (!success) throw new Error("refused");
  return data;
}

async function fetchFile(path: string, authorization: string): Promise<Buffer> {
  const { statusCode, body } = await pool.request({ method: "GET", path, headers: { authorization } });
  const bytes = Buffer.from(await body.arrayBuffer());
  if (statusCode >= 300) throw new Error(`${statusCode}`);
  return bytes;
}

await Promise.all(terminals.map(live));
const { user, system } = process.cpuUsage();
writeFileSync(out, JSON.stringify({ times, cpuMs: (user + system) / 1000, ...seen }));
process.exit(0);
