import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../../app/kit/data/db/embedded/port.server";
import { findChromium } from "../tools/chromium.js";

/** The built program with its demo city, as long as the tests run. A machine without Chinese letters gets them with its Chromium. */
export default async function serve() {
  if (process.env.OLD_BROWSERS_URL) return;
  await findChromium();
  const port = String(await freePort(undefined));
  process.env.OLD_BROWSERS_URL = `http://127.0.0.1:${port}`;
  const program = spawn(process.execPath, ["node_modules/tsx/dist/cli.mjs", "tests/kit/serve.ts"], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, PORT: port, HOST: "127.0.0.1" },
  });
  const ended = once(program, "exit");
  for (let seconds = 0; !(await answers()); seconds++) {
    if (program.exitCode !== null || seconds > 240) throw new Error("the program did not start");
    await sleep(1000);
  }
  return async () => {
    program.kill("SIGTERM");
    await ended;
  };
}

const answers = () =>
  fetch(`${process.env.OLD_BROWSERS_URL}/login`).then(
    ({ ok }) => ok,
    () => false,
  );
