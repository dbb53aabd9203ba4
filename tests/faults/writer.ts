import { randomUUID } from "node:crypto";
import { fsyncSync, openSync, writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { call, login } from "./api";

/**
 * The acknowledging client, a process of its own: adds stations as fast as it can from four hands and writes down each
 * acknowledged one (key, name) in a log of its own, forced to disk before the next is sent.
 */
const [url = "", password = "", logFile = ""] = process.argv.slice(2);
const log = openSync(logFile, "a");
let token = "";
let number = 0;

// Nobody is left to write for when the drill itself was killed.
const drill = process.ppid;
setInterval(() => process.ppid === drill || process.exit(1), 500).unref();

await Promise.all(Array.from({ length: 4 }, write));

async function write(): Promise<never> {
  for (;;) {
    const serial = (number++).toString(36);
    const staUuid = randomUUID().replaceAll("-", "");
    const staName = `演练站 ${serial}`;
    try {
      token ||= await login(url, password);
      const answer = await call<{ staUuid: string }>(
        url,
        "/api/sta/v1.0/add",
        { staUuid, staName, staSelfCode: `F${process.pid.toString(36)}-${serial}`, lng: 116.38, lat: 39.87 },
        token,
      );
      if (answer.success && answer.data.staUuid === staUuid) {
        writeSync(log, `${staUuid}\t${staName}\n`);
        fsyncSync(log);
      } else if (answer.code === 10111 || answer.code === 10200) token = "";
      else if (answer.code !== 500) throw new Error(`${answer.code} ${answer.message}`);
      else await sleep(50);
    } catch (error) {
      if (!(error instanceof TypeError || (error as Error).name === "TimeoutError" || error instanceof SyntaxError))
        console.error(`writer: ${(error as Error).message}`);
      await sleep(50);
    }
  }
}
