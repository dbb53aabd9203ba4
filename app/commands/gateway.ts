import { startGateway, startMqtt, terminalLink } from "~/domains/jt808-gateway/queries.server";
import { startReportDays } from "~/domains/reports/queries.server";
import { agreeOnKey } from "~/kit/data/access/installation-key.server";
import { closeDatabase } from "~/kit/data/db/pool.server";
import { listenToOthers } from "~/kit/data/db/told.server";
import { endLogs } from "~/kit/data/logs/buffer.server";
import { surviveFaults } from "~/kit/ground/faults.server";
import { printLine } from "~/kit/ground/log.server";
import { settings } from "~/kit/ground/settings.server";
import { openPreparedDatabase } from "./prepared-database";

/** `npm run gateway`, or the start with ROLE=gateway: speaks JT/T 808 with terminals, beside the web server and on its database. */
async function main(): Promise<void> {
  let isListening = false;
  const stopped = new Promise<number>((stop) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stop(0));
    surviveFaults({ hasStarted: () => isListening, stop: (code) => (isListening ? stop(code) : process.exit(code)) });
  });
  const database = await openPreparedDatabase();
  (await agreeOnKey()).forEach(printLine);
  const endTold = await listenToOthers();
  const endDays = await startReportDays();
  try {
    const gateway = await startGateway(terminalLink);
    const mqtt = await startMqtt(terminalLink);
    printLine(`JT/T 808 网关正在 ${settings().GATEWAY_HOST}:${gateway.port} 等待终端连接`);
    isListening = true;
    process.exitCode = await stopped;
    await Promise.all([gateway.close(), mqtt?.close()]);
  } finally {
    await endDays();
    await endTold();
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
