import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { chanceFrom } from "../../app/commands/fleet/chance";
import { jt808Transport } from "../../app/commands/fleet/jt808-transport";
import { Terminal } from "../../app/commands/fleet/terminal";
import type { FleetTerminal } from "../kit/fleet";

/** Terminals that speak JT/T 808 with a position every ten seconds, in a process of their own: `link-808-terminals.ts PORT FLEET SECONDS OUT`; writes the milliseconds of each answer of the second half. */
const [port, fleet, seconds, out] = process.argv.slice(2) as [string, string, string, string];
const terminals = JSON.parse(readFileSync(fleet, "utf8")) as FleetTerminal[];
const [began, until] = [Date.now(), Date.now() + Number(seconds) * 1000];
const seen = { times: [] as number[], polls: 0, errors: 0, jobs: 0 };

async function live({ deviceNo, phone }: FleetTerminal, place: number): Promise<void> {
  await sleep((place / terminals.length) * 10_000);
  const transport = jt808Transport({
    gateway: { host: "127.0.0.1", port: Number(port) },
    as: { phone: phone.slice(-12).padStart(12, "0"), version: 2013 },
  });
  const position = () => ({
    reportedAt: new Date().toISOString(),
    lng: 116 + (place % 1000) / 1000,
    lat: 39.9,
    speed: 30,
    azimuth: 90,
  });
  const poll: typeof transport.poll = async (asked) => {
    const sent = performance.now();
    const answer = await transport.poll(asked);
    seen.polls += 1;
    if (Date.now() > began + (until - began) / 2) seen.times.push(performance.now() - sent);
    return answer;
  };
  const terminal = new Terminal({ deviceNo, transport: { ...transport, poll }, chance: chanceFrom(place), position });
  while (Date.now() < until) {
    const next = await terminal.round();
    if (Date.now() < until) await sleep(Math.min(next * 1000, until - Date.now()));
  }
  seen.errors += terminal.counts.lost;
  seen.jobs += terminal.counts.downloads;
  transport.close?.();
}

await Promise.all(terminals.map(live));
const { user, system } = process.cpuUsage();
writeFileSync(out, JSON.stringify({ ...seen, cpuMs: (user + system) / 1000 }));
process.exit(0);
