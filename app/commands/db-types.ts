import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { startDatabase } from "~/kit/data/db/embedded/start.server";
import { migrate } from "~/kit/data/db/migrate.server";

/** `npm run db:types`: writes app/kit/data/db/tables.ts from a freshly migrated database, thrown away afterwards. */
const folder = mkdtempSync(path.join(tmpdir(), "bus-types-"));
const database = await startDatabase({ DATA_DIR: folder, DATABASE_URL: undefined });
try {
  await migrate(database.url);
  const generator = path.join(
    path.dirname(createRequire(import.meta.url).resolve("kysely-codegen/package.json")),
    "dist/cli/bin.js",
  );
  const options = [
    "--dialect",
    "postgres",
    "--camel-case",
    "--out-file",
    "app/kit/data/db/tables.ts",
    "--exclude-pattern",
    "migration",
    "--date-parser",
    "string",
    "--numeric-parser",
    "number",
    "--type-mapping",
    '{"int8":"number"}',
  ];
  execFileSync(process.execPath, [generator, ...options], {
    stdio: "inherit",
    env: { ...process.env, DATABASE_URL: database.url },
  });
} finally {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
