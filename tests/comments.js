import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./steps.js";

/** Percent of the lines of app/ that may be comments; never raise it. */
const most = 3;

let [lines, comments] = [0, 0];
for (const file of filesOf("app")) {
  let within = false;
  for (const line of readFileSync(file, "utf8")
    .split("\n")
    .map((one) => one.trim())) {
    if (line === "") continue;
    lines += 1;
    const opens = /^\{?\/\*/.test(line);
    if (within || opens || line.startsWith("//")) comments += 1;
    if (within || opens) within = !line.includes("*/");
  }
}
const share = (100 * comments) / lines;
console.log(`${comments} of ${lines} lines of app/ are comments: ${share.toFixed(3)} %, at most ${most} %`);
process.exit(share > most ? 1 : 0);

function filesOf(folder) {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|ts|tsx)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}
