import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import { freePort } from "../../app/kit/data/db/embedded/port.server";
import { keepTemporaryFilesInMemory } from "../tools/in-memory.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
keepTemporaryFilesInMemory();
const port = (process.env.E2E_PORT ??= String(await freePort(undefined)));

/** Pages are tested with JavaScript off; what needs it, and what only it can tell (axe, the console), stands in files of its own. */
export default defineConfig({
  testDir: ".",
  outputDir: `${root}test-results`,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  fullyParallel: false,
  workers: 1,
  reporter: "line",
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    viewport: { width: 1280, height: 800 },
    // A map that is still on its way has something else under the pointer.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium", args: ["--no-sandbox"] },
  },
  projects: [
    { name: "pages", testIgnore: /\.(island|axe)\.spec\.ts$/, use: { javaScriptEnabled: false } },
    { name: "islands", testMatch: /\.island\.spec\.ts$/ },
    { name: "axe", testMatch: /\.axe\.spec\.ts$/ },
  ],
  webServer: {
    command: "node_modules/.bin/tsx tests/kit/serve.ts",
    cwd: root,
    url: `http://127.0.0.1:${port}/login`,
    timeout: 240_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
    env: { PORT: port, HOST: "127.0.0.1" },
  },
});
