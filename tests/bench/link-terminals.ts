import { readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { crc32 } from "node:zlib";
import type { FleetTerminal } from "../fleet";

/** Terminals that poll with positions, each at its own moment, in a process of their own: `link-terminals.ts URL TOKENS SECONDS OUT`; writes the milliseconds of each poll of the second half. A job is fetched and answered. */
const [url, tokens, seconds, out] = process.argv.slice(2) as [string, string, string, string];
const terminals = JSON.parse(readFileSync(tokens, "utf8")) as FleetTerminal[];
const agent = new http.Agent({ keepAlive: true, maxSockets: 1500 });
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
    const bytes = await ask("GET", job.url, token);
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

async function say<T>(name: string, token: string, body: object): Promise<T> {
  const { success, data } = JSON.parse(
    (await ask("POST", `/api/device-link/v1.0/${name}`, token, JSON.stringify(body))).toString(),
  ) as { success: boolean; data: T };
  if (!success) throw new Error("refused");
  return data;
}

function ask(method: string, path: string, authorization: string, body?: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization,
      ...(body && { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
    };
    const request = http.request(url + path, { method, agent, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.once("error", reject);
      answer.once("end", () =>
        answer.statusCode! < 300 ? resolve(Buffer.concat(parts)) : reject(new Error(`${answer.statusCode}`)),
      );
    });
    request.once("error", reject);
    request.setTimeout(30_000, () => request.destroy(new Error("late")));
    request.end(body);
  });
}

await Promise.all(terminals.map(live));
writeFileSync(out, JSON.stringify({ times, ...seen }));
process.exit(0);
