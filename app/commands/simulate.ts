import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createToken, type Drive, drivesOf, endTokenNamed, reportOf } from "~/domains/reports/queries.server";
import { mostReports, type ReportAnswer } from "~/domains/reports/schema";
import { type Misbehaviour, wellBehaved } from "./fleet/misbehave";
import { runFleet } from "./fleet/run-fleet";
import { ways, type Ways } from "./fleet/ways";
import { closeDatabase } from "~/kit/data/db/pool.server";
import { printLine } from "~/kit/ground/log.server";
import { settings } from "~/kit/ground/settings.server";
import { openPreparedDatabase } from "./prepared-database";

const usage =
  "用法: npm run simulate -- [--buses 2000] [--url http://127.0.0.1:3000] [--token 令牌] [--seconds 300]\n  让有车载设备的车辆沿所属线路行驶，每 10 秒上报一次位置；不给 --token 时临时新增一个，结束时停用。\n  --fleet 200：改为模拟 200 台终端（为其换上新的通信令牌）：轮询、下载、校验、到生效日改用、报告版本和位置、沿途播报；\n  --transport http|808|mixed（默认 http；808 经 --gateway 127.0.0.1:6808 的网关，用设备的终端手机号）；\n  --drop、--duplicate、--reorder、--lie、--stop、--wrong-crc 0.1：按比例故意丢失、重复、乱序、谎报版本、中途停下、报错校验值；--seed 1 可重复。";
const shares = {
  drop: "drop",
  duplicate: "duplicate",
  reorder: "reorder",
  lie: "lie",
  stop: "stop",
  "wrong-crc": "wrongCrc",
} as const;
const every = 10;
const command = { userId: "命令行" };

/** `npm run simulate`: drives buses along their lines and hands in their positions like the devices in them. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      buses: { type: "string" },
      url: { type: "string" },
      token: { type: "string" },
      seconds: { type: "string" },
      fleet: { type: "string" },
      seed: { type: "string" },
      transport: { type: "string" },
      gateway: { type: "string" },
      ...Object.fromEntries(Object.keys(shares).map((name) => [name, { type: "string" as const }])),
      help: { type: "boolean", short: "h" },
    },
  });
  const [buses, seconds] = [Number(values.buses ?? 2000), Number(values.seconds ?? 300)];
  const fleet = Number(values.fleet ?? 0);
  const misbehaves: Record<string, number> & Misbehaviour = { ...wellBehaved };
  for (const [name, share] of Object.entries(shares))
    misbehaves[share] = Number((values as Record<string, string>)[name] ?? 0);
  const { PORT, GATEWAY_HOST, GATEWAY_PORT } = settings();
  const [, host, port] = /^([\w.-]+):(\d{1,5})$/.exec(values.gateway ?? `${GATEWAY_HOST}:${GATEWAY_PORT}`) ?? [];
  const transport = (values.transport ?? "http") as Ways;
  const isWrong =
    !(fleet >= 0) ||
    !host ||
    !ways.includes(transport) ||
    Object.values(misbehaves).some((share) => !(share >= 0 && share <= 1));
  if (values.help || isWrong || !(buses > 0) || !(seconds > 0)) {
    printLine(usage);
    return values.help ? 0 : 2;
  }
  const url = new URL("/api/device-report/v1.0/report", values.url ?? `http://127.0.0.1:${PORT}`);
  const database = await openPreparedDatabase();
  const tokenName = `模拟 ${new Date().toISOString()}`;
  let own = false;
  try {
    if (fleet > 0) {
      await runFleet({
        terminals: fleet,
        origin: url.origin,
        seconds,
        seed: Number(values.seed ?? 1),
        misbehaves,
        ways: transport,
        gateway: { host, port: Number(port) },
      });
      return 0;
    }
    const drives = await drivesOf(buses);
    if (drives.length === 0) throw new Error("没有可以行驶的车辆：车辆要有车载设备和今天的主线路，线路要有路径");
    const token = values.token ?? (await createToken(command, tokenName));
    own = values.token === undefined;
    printLine(`${drives.length} 辆车，每 ${every} 秒上报到 ${url.origin}，共 ${seconds} 秒`);
    await drive(drives, { url, token, until: Date.now() + seconds * 1000 });
    return 0;
  } finally {
    if (own) await endTokenNamed(command, tokenName);
    await closeDatabase();
    await database.stop();
  }
}

async function drive(
  drives: Drive[],
  { url, token, until }: { url: URL; token: string; until: number },
): Promise<void> {
  while (Date.now() < until) {
    const began = Date.now();
    const reports = drives.map((one) => reportOf(one, began));
    let accepted = 0;
    for (let from = 0; from < reports.length; from += mostReports)
      accepted += await send(url, token, reports.slice(from, from + mostReports));
    const took = Date.now() - began;
    printLine(`上报 ${reports.length} 条，接受 ${accepted} 条，用时 ${took} 毫秒`);
    await sleep(Math.min(Math.max(0, every * 1000 - took), Math.max(0, until - Date.now())));
  }
}

async function send(url: URL, token: string, reports: object[]): Promise<number> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: token },
    body: JSON.stringify({ reports }),
  }).catch((error: unknown) => {
    throw new Error(`连不上 ${url.origin}：请先用 npm start 启动程序，或用 --url 给出它的地址`, { cause: error });
  });
  const answer = (await response.json()) as { success: boolean; message: string; data: ReportAnswer | null };
  if (!answer.success || !answer.data) throw new Error(`上报被拒绝：${answer.message}`);
  for (const { row, message } of answer.data.errors.slice(0, 3)) printLine(`  第 ${row} 条：${message}`);
  return answer.data.accepted;
}

process.exitCode = await main().catch((error: unknown) => {
  const { name, message, stack } = error as Error;
  printLine(["Error", "Problem", "SettingsError", "LockedError"].includes(name) ? message : String(stack));
  return 1;
});
