import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { buildInPlace, builds, isWhole, markWhole, putInPlace, removeOld } from "./builds.js";
import { bundles, packagesOutside } from "./bundles.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const lock = path.join(root, ".cache/build.lock");
const sources = [
  "app",
  "public",
  "server.ts",
  "vite.config.ts",
  "remix.config.js",
  "tsconfig.json",
  "postcss.config.js",
  "package-lock.json",
];

/** Tests and commands, which no build holds. */
const isBeside = (file) =>
  /\.(test|spec|sample)\.tsx?$/.test(file) || /^app\/commands\/(?!(build|builds|bundles)\.js$)/.test(file);

/** Whether the build in place is missing or of other sources than those at hand, told by their contents. */
export function isStale() {
  return buildInPlace() !== nameOfSources();
}

/** Puts a build of the sources at hand in place and makes it where there is none; of several at once one builds and the others wait for it. */
export async function build() {
  if (!isStale()) return;
  checkWritable();
  await takeLock();
  try {
    let name = nameOfSources();
    if (buildInPlace() === name) return;
    while (!isWhole(name)) name = await make(name);
    putInPlace(name);
    removeOld();
  } finally {
    rmSync(lock, { force: true });
  }
}

function checkWritable() {
  for (const folder of [builds, path.dirname(lock)])
    try {
      mkdirSync(folder, { recursive: true });
      accessSync(folder, constants.W_OK | constants.X_OK);
    } catch (error) {
      throw new Error(
        `没有与现有源文件相符的构建，而当前系统用户不能写 ${folder}。请用有权写的用户执行 node app/commands/build.js，再启动。`,
        { cause: error },
      );
    }
}

/** Answers the name of the sources afterwards: what was made while they changed is a build of none. */
async function make(name) {
  const out = path.join(builds, name);
  console.log("正在构建，约需一分钟……");
  const began = Date.now();
  buildPages(out);
  await bundleServer(out);
  await precompress(path.join(out, "client"));
  const after = nameOfSources();
  if (after !== name) {
    console.log("构建期间源文件有变化，重新构建。");
    return after;
  }
  markWhole(name);
  console.log(`构建完成，用时 ${Math.round((Date.now() - began) / 1000)} 秒。`);
  return name;
}

function buildPages(out) {
  const cli = path.join(root, "node_modules/@remix-run/dev/dist/cli.js");
  const run = spawnSync(process.execPath, [cli, "vite:build", "--logLevel", "error"], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "production", BUILD_DIRECTORY: path.relative(root, out) },
  });
  if (run.status !== 0) throw new Error("构建失败，原因见上。");
}

/** @public Into `outdir`, of the sources under `from`. */
export async function bundleServer(outdir, from = root) {
  const { build } = await import("esbuild");
  const entryPoints = Object.fromEntries(
    Object.entries(bundles).filter(([, file]) => existsSync(path.join(from, file))),
  );
  await build({
    absWorkingDir: from,
    entryPoints,
    outdir,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    plugins: [packagesOutside()],
    alias: { "~": path.join(from, "app") },
    loader: { ".css": "empty", ".module.css": "empty", ".svg": "empty" },
    logLevel: "warning",
  });
}

/** Writes `.br` and `.gz` beside every text file of a kilobyte or more that they make smaller. */
async function precompress(folder) {
  const [brotli, gzip] = [zlib.brotliCompress, zlib.gzip].map((pack) => promisify(pack));
  for (const file of filesUnder(folder).filter((name) =>
    /\.(js|css|svg|json|html|txt|map|webmanifest|wasm)$/.test(name),
  )) {
    const plain = readFileSync(file);
    if (plain.length < 1024) continue;
    const [br, gz] = await Promise.all([
      brotli(plain, {
        params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
      }),
      gzip(plain, { level: 9 }),
    ]);
    if (br.length < plain.length) writeFileSync(`${file}.br`, br);
    if (gz.length < plain.length) writeFileSync(`${file}.gz`, gz);
  }
}

/** Not of the version of Node: what is built runs on each that we support. */
function nameOfSources() {
  const { sideEffects } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const hash = createHash("sha256").update(JSON.stringify(sideEffects ?? null));
  for (const source of sources) {
    const at = path.join(root, source);
    if (!existsSync(at)) continue;
    for (const file of statSync(at).isDirectory() ? filesUnder(at) : [at]) {
      const name = path.relative(root, file).split(path.sep).join("/");
      if (!isBeside(name)) hash.update(`\n${name}\n`).update(readFileSync(file));
    }
  }
  return hash.digest("hex").slice(0, 16);
}

function filesUnder(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** The second look after a pause settles it between two that have both cleared away the lock of a dead process. */
async function takeLock() {
  const mine = `${process.pid} ${Date.now()}`;
  for (;;) {
    try {
      writeFileSync(lock, mine, { flag: "wx" });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      const holder = readLock();
      if (holder !== undefined && !isAlive(Number.parseInt(holder, 10)) && readLock() === holder)
        rmSync(lock, { force: true });
      else await sleep(300);
      continue;
    }
    await sleep(100);
    if (readLock() === mine) return;
  }
}

function readLock() {
  try {
    return readFileSync(lock, "utf8");
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await build().catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}
