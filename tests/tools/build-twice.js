import { spawn } from "node:child_process";
import { once } from "node:events";
import { node, root } from "./steps.js";

/** Builds as two that are started at once would: both end well, and at most one of them builds. */
const said = await Promise.all([build(), build()]);
const builds = said.join("").split("正在构建").length - 1;
console.log(said.join("").trimEnd());
if (builds > 1) throw new Error(`${builds} of two started at once have built`);

async function build() {
  const [program, ...args] = node("app/commands/build.js");
  const run = spawn(program, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  const pieces = await Promise.all([run.stdout.toArray(), once(run, "close")]);
  if (run.exitCode !== 0) throw new Error(`a build of two at once ended with ${run.exitCode}`);
  return Buffer.concat(pieces[0]).toString();
}
