import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { keepTemporaryFilesInMemory } from "../tools/in-memory.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

keepTemporaryFilesInMemory();

/** Both oldest Chromium versions on the built program; each on a thread's worth of one core, one after the other. */
export default defineConfig({
  root,
  test: {
    root,
    include: ["tests/old-browsers/*.spec.ts"],
    globalSetup: ["tests/old-browsers/serve.setup.ts"],
    pool: "forks",
    maxWorkers: 1,
    minWorkers: 1,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
