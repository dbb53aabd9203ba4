import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** What asks the registry of npm, and so depends on it and on the day: `npm run packages`, apart from `npm test`. */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: { include: ["tests/tools/package-age.test.ts"] },
});
