import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));
const alias = { "~": `${root}app` };

/** Two projects: `unit` needs nothing; `rooms` goes through the built app with a database of its own per file. */
export default defineConfig({
  root,
  resolve: { alias },
  test: {
    maxWorkers: 2,
    minWorkers: 1,
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          root,
          include: [
            "app/kit/**/*.test.ts",
            "app/transit/**/*.test.ts",
            "app/kit/**/*.test.tsx",
            "app/seed/**/*.test.ts",
            "app/shell/**/*.unit.test.ts",
            "tests/papers.test.ts",
          ],
          exclude: ["**/*.db.test.ts", "node_modules"],
          testTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "rooms",
          root,
          include: [
            "app/**/*.db.test.ts",
            "app/domains/**/*.test.ts",
            "app/homepage/*.test.ts",
            "app/shell/**/*.test.ts",
            "tests/*.test.ts",
          ],
          exclude: ["app/shell/**/*.unit.test.ts", "tests/papers.test.ts", "node_modules"],
          globalSetup: ["tests/database.setup.ts"],
          setupFiles: ["tests/file.setup.ts"],
          pool: "forks",
          // The built program runs as Node loads it.
          server: { deps: { external: [/\/build\/(server|quick)\//] } },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
