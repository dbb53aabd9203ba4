import { type ChildProcess, spawn } from "node:child_process";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { busDevices, detailOf, endAll, logOf, seedFile, seedTask } from "~/domains/issue-tasks/deliveries/seed.sample";
import { freePort } from "~/kit/data/db/embedded/port.server";
import { db } from "~/kit/data/db/pool.server";
import { serveTerminals } from "../../../tests/kit/terminals";
import { chanceFrom } from "./chance";
import { jt808Transport } from "./jt808-transport";
import { Terminal } from "./terminal";

const origin = await serveTerminals();
const gateways: { port: number; child: ChildProcess }[] = [];

async function startGatewayProcess() {
  const port = await freePort(undefined);
  const child = spawn(process.execPath, ["--import", "tsx", "app/commands/gateway.ts"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, GATEWAY_PORT: String(port), GATEWAY_URL: origin, LOG_LEVEL: "error" },
  });
  await new Promise<void>((ready, failed) => {
    child.stdout.on("data", (chunk) => String(chunk).includes("等待终端连接") && ready());
    child.once("exit", (code) => failed(new Error(`a gateway ended with ${code}`)));
  });
  return { port, child };
}

beforeAll(async () => {
  await endAll();
  gateways.push(...(await Promise.all([startGatewayProcess(), startGatewayProcess()])));
});
afterAll(async () => {
  await Promise.all(
    gateways.map(({ child }) => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      return ended;
    }),
  );
});

it("two gateways share the terminals of one program: each takes its own, and one that moves over goes on", async () => {
  const devices = await busDevices(4);
  const { rows } = await sql<{ deviceNo: string; phone: string }>`
    select dev_self_code as device_no, terminal_phone as phone from device where dev_uuid = any(${devices}) order by array_position(${devices}, dev_uuid::text)`.execute(
    db(),
  );
  await db().deleteFrom("deviceTerminal").where("devUuid", "in", devices).execute();
  const file = await seedFile(Buffer.alloc(40_000, 7));
  const { details } = await seedTask(file, devices);
  const fleet = rows.map(({ deviceNo, phone }, place) => {
    const gateway = { host: "127.0.0.1", port: gateways[place % 2]!.port };
    const transport = jt808Transport({ gateway, as: { phone, version: 2019 }, everySeconds: 0.1 });
    return { transport, terminal: new Terminal({ deviceNo, transport, chance: chanceFrom(place) }) };
  });
  const states = () => Promise.all(details.map(async (key) => (await detailOf(key)).state));
  const rounds = async () => {
    await Promise.all(fleet.map(({ terminal }) => terminal.round()));
    return states();
  };
  await expect.poll(rounds, { interval: 200 }).toEqual([4, 4, 4, 4]);
  for (const key of details) expect((await logOf(key)).moves).toEqual(["0>1", "1>2", "2>4"]);

  // The first gateway goes; a terminal comes to the second one with the next file.
  const next = await seedTask(await seedFile(Buffer.alloc(9000, 8)), [devices[0]!]);
  const [gone] = gateways.splice(0, 1);
  const ended = new Promise((resolve) => gone!.child.once("exit", resolve));
  gone!.child.kill("SIGTERM");
  await ended;
  expect(await fleet[0]!.terminal.round()).toBe(2);
  const transport = jt808Transport({
    gateway: { host: "127.0.0.1", port: gateways[0]!.port },
    everySeconds: 0.1,
    as: { phone: rows[0]!.phone, version: 2019 },
  });
  const moved = new Terminal({ deviceNo: rows[0]!.deviceNo, transport, chance: chanceFrom(9) });
  await expect
    .poll(async () => (await moved.round(), (await detailOf(next.details[0]!)).state), { interval: 200 })
    .toBe(4);
  for (const one of [transport, ...fleet.map((each) => each.transport)]) one.close?.();
});
