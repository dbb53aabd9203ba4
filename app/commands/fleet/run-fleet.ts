import { setTimeout as sleep } from "node:timers/promises";
import { linkTokensFor } from "~/domains/device-link/queries.server";
import { type Drive, drivesOf, reportOf } from "~/domains/reports/queries.server";
import { printLine } from "~/kit/ground/log.server";
import { Announcer } from "./announcer";
import { type Chance, chanceFrom } from "./chance";
import { httpTransport } from "./http-transport";
import type { Jt808Address } from "./jt808-line";
import { jt808Transport } from "./jt808-transport";
import type { Misbehaviour } from "./misbehave";
import { Terminal } from "./terminal";
import { type Ways, waysOf } from "./ways";
import type { Transport } from "./transport";

export interface FleetSetup {
  terminals: number;
  origin: string;
  gateway: Jt808Address;
  ways: Ways;
  seconds: number;
  seed: number;
  misbehaves: Misbehaviour;
}

interface Running {
  transport: Transport;
  terminal: Terminal;
  announcer: Announcer;
}

/** Drives terminals along their lines until the time is over: they ask for work, download, verify, report and announce. */
export async function runFleet(setup: FleetSetup): Promise<void> {
  const { terminals, origin, gateway, seconds } = setup;
  const drives = await drivesOf(terminals);
  if (drives.length === 0) throw new Error("没有可以行驶的车辆：车辆要有车载设备和今天的主线路，线路要有路径");
  const fleet = await fleetOf(drives, setup);
  const until = Date.now() + seconds * 1000;
  printLine(`${fleet.length} 台终端与 ${origin} 和网关 ${gateway.host}:${gateway.port} 通信，共 ${seconds} 秒`);
  const telling = setInterval(() => tell(fleet), 10_000);
  await Promise.all(fleet.map(({ terminal }, place) => live(terminal, until, (place * 7919) % 5000)));
  clearInterval(telling);
  for (const { transport } of fleet) transport.close?.();
  tell(fleet);
}

async function fleetOf(drives: Drive[], { origin, gateway, ways, seed, misbehaves }: FleetSetup): Promise<Running[]> {
  const { http, jt808 } = waysOf(drives, ways);
  const tokens = await linkTokensFor(http.map(({ devSelfCode }) => devSelfCode));
  const tokenOf = new Map(tokens.map(({ devSelfCode, token }) => [devSelfCode, token]));
  const run = (drive: Drive, place: number, transportOf: (chance: Chance) => Transport): Running => {
    const chance = chanceFrom(seed + place);
    const announcer = new Announcer();
    const transport = transportOf(chance);
    const position = positionsOf(drive, announcer);
    const deviceNo = drive.devSelfCode;
    return {
      transport,
      announcer,
      terminal: new Terminal({ deviceNo, transport, chance, misbehaves, position, announcer }),
    };
  };
  return [
    ...http.map((drive, place) => run(drive, place, () => httpTransport(origin, tokenOf.get(drive.devSelfCode)!))),
    ...jt808.map(({ drive, as }, place) =>
      run(drive, http.length + place, (chance) =>
        jt808Transport({ gateway, as, goesAway: () => chance() < misbehaves.stop }),
      ),
    ),
  ];
}

async function live(terminal: Terminal, until: number, after: number): Promise<void> {
  await sleep(Math.min(after, until - Date.now()));
  while (Date.now() < until) {
    const next = await terminal.round();
    await sleep(Math.max(0, Math.min(next * 1000, until - Date.now())));
  }
}

/** A terminal knows where it is each second, and tells it with each poll. */
function positionsOf(drive: Drive, announcer: Announcer): () => object {
  let heardTo = Date.now() - 1000;
  return () => {
    const now = Date.now();
    for (; heardTo + 1000 <= now; heardTo += 1000) {
      const { lng, lat, speed, azimuth } = reportOf(drive, heardTo + 1000);
      announcer.drive({ time: heardTo / 1000 + 1, lng, lat, speed, heading: azimuth });
    }
    const { devSelfCode, ...position } = reportOf(drive, now);
    return position;
  };
}

function tell(fleet: Running[]): void {
  const sum = (of: (one: Running) => number) => fleet.reduce((total, one) => total + of(one), 0);
  printLine(
    `轮询 ${sum(({ terminal }) => terminal.counts.polls)} 次，丢失 ${sum(({ terminal }) => terminal.counts.lost)}，下载完成 ${sum(({ terminal }) => terminal.counts.downloads)}，` +
      `中断 ${sum(({ terminal }) => terminal.counts.broken)}，失败 ${sum(({ terminal }) => terminal.counts.failed)}，播报 ${sum(({ announcer }) => announcer.played)} 次`,
  );
}
