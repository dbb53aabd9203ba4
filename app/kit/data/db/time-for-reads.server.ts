import { AsyncLocalStorage } from "node:async_hooks";
import net from "node:net";
import pg from "pg";
import { runBeside } from "~/kit/ground/faults.server";
import { sameServer } from "./connection.server";
import { isPooled } from "./direct.server";
import { settings } from "~/kit/ground/settings.server";

/** The server, which opens the database, and its pages are two bundles. */
const holder = globalThis as typeof globalThis & { __busLimitedReads?: AsyncLocalStorage<boolean> };
const limited = (holder.__busLimitedReads ??= new AsyncLocalStorage());

/** Gives each statement in `work` as long as a page has (PAGE_TIMEOUT_MS), then cancels it: the page fails with SQLSTATE 57014. */
export const withTimeOfPages = <T>(work: () => T): T => limited.run(true, work);

/** Watches a statement that has just been sent, where its time is limited. */
export function cancelWhereLate(client: pg.Client, answer: Promise<unknown>): void {
  if (!limited.getStore()) return;
  const timer = setTimeout(
    () => runBeside("a late statement was to be cancelled", cancel(client)),
    settings().PAGE_TIMEOUT_MS,
  );
  const done = () => clearTimeout(timer);
  answer.then(done, done);
}

interface ConnectionNumbers {
  host: string;
  port: number;
  processID: number;
  secretKey: number;
}

/** CancelRequest of PostgreSQL's protocol; it is answered by the connection's end, and a pooler drops it where we end it first. */
function sendCancel(at: { host: string; port: number }, processID: number, secretKey: number): Promise<void> {
  const message = Buffer.alloc(16);
  [16, 80877102, processID, secretKey].forEach((value, place) => message.writeInt32BE(value, 4 * place));
  const socket = net.connect(at);
  socket.setTimeout(2000, () => socket.destroy());
  socket.write(message);
  return new Promise((resolve, reject) => {
    socket.once("close", () => resolve());
    socket.once("error", reject);
  });
}

/** Over a connection of its own: those of the pool may all be waiting. A pooler knows its own numbers only, and takes the message that a driver sends. */
async function cancel(client: pg.Client): Promise<void> {
  const { processID, secretKey, host, port } = client as unknown as ConnectionNumbers;
  if (isPooled()) return sendCancel({ host, port }, processID, secretKey);
  const other = new pg.Client({ ...sameServer(client), connectionTimeoutMillis: 2000 });
  other.on("error", () => undefined);
  await other.connect();
  try {
    await other.query("select pg_cancel_backend($1)", [processID]);
  } finally {
    await other.end();
  }
}
