import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { alternate } from "./alternate";
import { copyTemplate, environment, makeTemplate, startTestServer } from "./database";
import { endStarted, start } from "./started";
import { startStore } from "./store";

/**
 * The built program with a demo city of known passwords, on PORT, until it is told to end: for the browser tests. With HOSTS=2 it is two programs
 * with folders of their own and a store of files for both, each request to the other one.
 */
const server = await startTestServer();
await makeTemplate(server);
const { url } = await copyTemplate(server.url);
const given = { ...environment(server), DATABASE_URL: url };
const ended = (code: number | null) => void server.stop().finally(() => process.exit(code ?? 1));

if (process.env.HOSTS === "2") await serveFromTwo();
else {
  const app = spawn(process.execPath, ["app/commands/start.js"], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    stdio: "inherit",
    env: { ...process.env, ...given },
  });
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => app.kill("SIGTERM"));
  app.once("exit", ended);
}

async function serveFromTwo(): Promise<void> {
  const [store, folder] = [
    await startStore(path.join(server.dataDir, "files")),
    mkdtempSync(path.join(tmpdir(), "bus-host-")),
  ];
  const shared = {
    ...given,
    ...store.settings,
    SHARED_KEY: "two hosts of the browser tests, one key",
    TRUST_PROXY: "loopback",
  };
  const port = Number(process.env.PORT);
  const first = await start({ ...shared, WORKERS: "1" });
  const second = await start({ ...shared, WORKERS: "1", DATA_DIR: folder });
  for (const { child } of [first, second]) child.stdout?.pipe(process.stdout);
  const proxy = await alternate([first.url, second.url], port);
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => {
      proxy.close();
      endStarted();
      rmSync(folder, { recursive: true, force: true });
      store.stop();
      ended(0);
    });
}
