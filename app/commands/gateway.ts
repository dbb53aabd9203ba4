import { once } from "node:events";
import { startGateway, startMqtt, terminalLink } from "~/domains/jt808-gateway/queries.server";
import { startReportDays } from "~/domains/reports/queries.server";
import { closeDatabase } from "~/kit/data/db/pool.server";
import { endLogs } from "~/kit/data/logs/buffer.server";
import { printLine } from "~/kit/ground/log.server";
import { settings } from "~/kit/ground/settings.server";
import { openPreparedDatabase } from "./prepared-database";

/** `npm run gateway`: speaks JT/T 808 with terminals, beside the web server and on its database. */
async function main(): Promise<void> {
  const database = await openPreparedDatabase();
  const endDays = await startReportDays();
  try {
    const gateway = await startGateway(terminalLink);
    const mqtt = await startMqtt(terminalLink);
    printLine(`JT/T 808 网关正在 ${settings().GATEWAY_HOST}:${gateway.port} 等待终端连接`);
    await Promise.race(["SIGTERM", "SIGINT"].map((signal) => once(process, signal)));
    await Promise.all([gateway.close(), mqtt?.close()]);
  } finally {
    endDays();
    await endLogs();
    await closeDatabase();
    await database.stop();
  }
}

await main().catch((error: unknown) => {
  const { name, message, stack } = error as Error;
  printLine(["Error", "Problem", "SettingsError", "LockedError"].includes(name) ? message : String(stack));
  process.exitCode = 1;
});
