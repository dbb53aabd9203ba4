import { spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { copyServer } from "~/kit/data/backup/base-copy.server";
import { connects } from "~/kit/data/db/embedded/initialise.server";
import { findPlace } from "~/kit/data/db/embedded/place.server";
import { ownerOf } from "~/kit/data/db/embedded/start.server";
import { answerOf } from "./database";

/** A hot standby of the server that the tests run on. */
export interface Standby {
  /** Asks it as its superuser. */
  ask<Row extends object>(statement: string): Promise<Row[]>;
  /** Ends it as a power cut would, and starts it again. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Made as an operator makes one, from a base copy; it streams then. */
export async function startStandby(port: number): Promise<Standby> {
  const folder = mkdtempSync(path.join(tmpdir(), "bus-standby-"));
  chmodSync(folder, 0o755);
  const dataDir = path.dirname(process.env.DATA_DIR!);
  const { connection, data } = ownerOf(dataDir);
  const { account, programs } = findPlace(dataDir, () => undefined);
  const { folders } = await copyServer(connection, data, folder);
  for (const name of folders) mkdirSync(path.join(folder, name), { recursive: true, mode: 0o700 });
  const place = path.join(folder, "postgres");
  const primary = `host=127.0.0.1 port=${connection.port} user=${connection.user} password=${String(connection.password)}`;
  writeFileSync(path.join(place, "standby.signal"), "");
  chmodSync(place, 0o700);
  if (account) give(place, account);
  const options = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    primary_conninfo: primary,
    hot_standby: "on",
    wal_retrieve_retry_interval: "200ms",
    fsync: "off",
    logging_collector: "off",
    max_connections: 100,
  };
  let child: ReturnType<typeof spawn>;
  const owner = { ...connection, port };
  const ask = async <Row extends object>(statement: string) => (await answerOf<Row>(owner, statement)).rows;
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGQUIT");
    await ended;
  };
  const output = path.join(folder, "output.log");
  const start = async () => {
    const said = openSync(output, "a");
    child = spawn(
      path.join(programs, "bin/postgres"),
      ["-D", place, ...Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
      { cwd: place, uid: account?.uid, gid: account?.gid, stdio: ["ignore", said, said] },
    );
    for (let tries = 0; !(await connects(owner)); tries++) {
      if (tries > 300) throw new Error(`the standby does not come up: ${readFileSync(output, "utf8").slice(-600)}`);
      await sleep(100);
    }
  };
  await start();
  return {
    ask,
    kill,
    start,
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function give(file: string, account: { uid: number; gid: number }): void {
  chownSync(file, account.uid, account.gid);
  if (!statSync(file).isDirectory()) return;
  for (const name of readdirSync(file)) give(path.join(file, name), account);
}
