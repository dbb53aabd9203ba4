import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { setPriority } from "node:os";
import type pg from "pg";
import { contain } from "~/kit/ground/faults.server";
import { pool } from "./pool.server";

/** Lets people's pages go before this thread, and before the database's processes that work for it: on Linux, where the database is on this machine. */
export function giveWay(): void {
  if (process.platform !== "linux") return;
  setPriority(lower);
  const give = (client: pg.PoolClient) => {
    const { processID, connection } = client as unknown as ConnectedClient;
    try {
      if (isBehind(processID, connection.stream)) setPriority(processID, lower);
    } catch {
      // The process is another user's, or on another machine.
    }
  };
  pool().on("connect", contain("a new database connection that is to give way", give));
}

const lower = 19;

type ConnectedClient = pg.PoolClient & { processID: number; connection: { stream: Socket } };

/** A database's process is titled with its client's port. */
const isBehind = (processId: number, { localPort }: Socket): boolean =>
  /^postgres: /.test(titleOf(processId)) && titleOf(processId).includes(`(${localPort}) `);

const titleOf = (processId: number) => readFileSync(`/proc/${processId}/cmdline`, "utf8");
