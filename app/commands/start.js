import { spawnSync } from "node:child_process";
import cluster from "node:cluster";
import module from "node:module";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`需要 Node.js 20.19 或更新的版本，现在是 ${process.versions.node}。`);
  process.exit(1);
}

// Otherwise what lives may grow fourfold before what is dead is looked for (decision 168). Said here, since a Node that no longer knows an option of its command line does not start.
setFlagsFromString("--heap-growing-percent=40");
// Newer versions keep what they have compiled for the next start.
module.enableCompileCache?.();
process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
process.env.NODE_ENV = "production";
if (process.env.ROLE === "gateway") {
  (await import("tsx/esm/api")).register();
  await import("./gateway.ts");
} else await serve();

async function serve() {
  const { isStale } = await import("./build.js");
  // A worker runs what the process over it runs, or the build that was put in place since.
  if (cluster.isPrimary && isStale()) {
    // A process of its own: the memory that a build takes is not kept by the server.
    const { status } = spawnSync(process.execPath, [fileURLToPath(new URL("build.js", import.meta.url))], {
      stdio: "inherit",
    });
    if (status !== 0) process.exit(status ?? 1);
  }
  await import("../../build/server.js");
}
