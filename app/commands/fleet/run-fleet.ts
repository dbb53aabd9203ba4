import { setTimeout as sleep } from "node:timers/promises";
import { type Drive, drivesOf, reportOf } from "~/domains/reports/queries.server";
import { linkTokensFor } from "~/domains/device-link/queries.server";
import { printLine } from "~/kit/ground/log.server";
import { Announcer } from "./announcer";
import { chanceFrom } from "./chance";
import { httpTransport } from "./http-transport";
import type { Misbehaviour } from "./misbehave";
import { Terminal } from "./terminal";
import type { Transport } from "./transport";

export interface FleetSetup {
  terminals: number;
  origin: string;
  seconds: number;
  seed: number;
  misbehaves: Misbehaviour;
  /** Another way to speak than HTTP. */
  transportOf?: (deviceNo: string, token: string) => Transport;
}

interface Running {
  terminal: Terminal;
  announcer: Announcer;
}

/** Drives terminals along their lines until the time is over: they ask for work, download, verify, report and announce. */
export async function runFleet({
  terminals,
  origin,
  seconds,
  seed,
  misbehaves,
  transportOf,
}: FleetSetup): Promise<void> {
  const drives = await drivesOf(terminals);
  if (drives.length === 0) throw new Error("没有可以行驶的车辆：车辆要有车载设备和今天的主线路，线路要有路径");
  const tokens = new Map(
    (await linkTokensFor(drives.map((one) => one.devSelfCode))).map((one) => [one.devSelfCode, one.token]),
  );
  const until = Date.now() + seconds * 1000;
  const fleet = drives.map((drive, place): Running => {
    const announcer = new Announcer();
    const token = tokens.get(drive.devSelfCode)!;
    const transport = transportOf?.(drive.devSelfCode, token) ?? httpTransport(origin, token);
    const position = () => positionOf(drive, announcer);
    return {
      announcer,
      terminal: new Terminal({
        deviceNo: drive.devSelfCode,
        transport,
        chance: chanceFrom(seed + place),
        misbehaves,
        position,
        announcer,
      }),
    };
  });
  printLine(`${fleet.length} 台终端与 ${origin} 通信，共 ${seconds} 秒`);
  const telling = setInterval(() => tell(fleet), 10_000);
  await Promise.all(fleet.map(({ terminal }, place) => live(terminal, until, (place * 7919) % 5000)));
  clearInterval(telling);
  tell(fleet);
}

async function live(terminal: Terminal, until: number, after: number): Promise<void> {
  await sleep(Math.min(after, until - Date.now()));
  while (Date.now() < until) {
    const next = await terminal.round();
    await sleep(Math.max(0, Math.min(next * 1000, until - Date.now())));
  }
}

/** A terminal knows where it is each second, and tells it with each poll. */
function positionOf(drive: Drive, announcer: Announcer): object {
  const now = Date.now();
  for (let at = now - 10_000; at <= now; at += 1000) {
    const { lng, lat, speed, azimuth } = reportOf(drive, at);
    announcer.drive({ time: at / 1000, lng, lat, speed, heading: azimuth });
  }
  const { devSelfCode, ...position } = reportOf(drive, now);
  return position;
}

function tell(fleet: Running[]): void {
  const sum = (of: (one: Running) => number) => fleet.reduce((total, one) => total + of(one), 0);
  printLine(
    `轮询 ${sum(({ terminal }) => terminal.counts.polls)} 次，丢失 ${sum(({ terminal }) => terminal.counts.lost)}，下载完成 ${sum(({ terminal }) => terminal.counts.downloads)}，` +
      `中断 ${sum(({ terminal }) => terminal.counts.broken)}，失败 ${sum(({ terminal }) => terminal.counts.failed)}，播报 ${sum(({ announcer }) => announcer.played)} 次`,
  );
}
