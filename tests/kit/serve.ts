import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { copyTemplate, environment, makeTemplate, startTestServer } from "./database";

/** The built program with a demo city of known passwords, on PORT, until it is told to end: for the browser tests. */
const server = await startTestServer();
await makeTemplate(server);
const { url } = await copyTemplate(server.url);
const app = spawn(process.execPath, ["app/commands/start.js"], {
  cwd: fileURLToPath(new URL("../..", import.meta.url)),
  stdio: "inherit",
  env: { ...process.env, ...environment(server), DATABASE_URL: url },
});
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => app.kill("SIGTERM"));
app.once("exit", (code) => void server.stop().finally(() => process.exit(code ?? 1)));
