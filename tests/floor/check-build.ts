import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { buildInPlace, builds } from "../../app/commands/builds.js";
import { floor } from "../../app/shell/browser-floor";
import { newerThanFloor as newerInScript } from "./read-script";
import { newerThanFloor as newerInStyles } from "./read-styles";

/** Reads what the build sends to browsers and fails where it is newer than the oldest of them; or the files named. */
const client = path.join(builds, buildInPlace() ?? "none", "client");
const files = process.argv.length > 2 ? process.argv.slice(2) : filesUnder(client);
const found = files.flatMap((file) => {
  const newerIn = file.endsWith(".css") ? newerInStyles : newerInScript;
  return newerIn(readFileSync(file, "utf8")).map((what) => `${path.relative(client, file)}: ${what}`);
});
const oldest = Object.entries(floor).map((entry) => entry.join(" "));
for (const line of found) console.log(line);
console.log(`${files.length} files, ${found.length} things newer than ${oldest.join(", ")}`);
process.exit(found.length > 0 || files.length === 0 ? 1 : 0);

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(css|m?js)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}
