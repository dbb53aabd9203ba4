import { mkdir, readdir, rename, stat } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The build that this file is part of: a program takes nothing of one that is put in place while it runs. */
const ownBuild = /^(.*\/build\/[0-9a-f]{16})\//.exec(import.meta.url)?.[1];

/** A bundled worker: what the build made, or, where a developer has no build or changed these folders' sources since, a bundle made now. */
export async function workerFile(
  name: string,
  entry: string,
  folders: readonly string[] = [path.dirname(entry)],
): Promise<string> {
  if (ownBuild) return path.join(fileURLToPath(ownBuild), `${name}.js`);
  const built = path.resolve(`build/${name}.js`);
  const made = await changedAt(built);
  if (made > 0 && (process.env.NODE_ENV === "production" || made > (await newestSource(folders)))) return built;
  const { build } = await import("esbuild");
  const unfinished = `${built}.${crypto.randomUUID()}.js`;
  await mkdir(path.dirname(built), { recursive: true });
  await build({
    entryPoints: [path.resolve(entry)],
    outfile: unfinished,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    jsx: "automatic",
    alias: { "~": path.resolve("app") },
    loader: { ".css": "empty", ".module.css": "empty", ".svg": "empty" },
    logLevel: "warning",
  });
  await rename(unfinished, built);
  return built;
}

async function newestSource(folders: readonly string[]): Promise<number> {
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true }).catch(() => [])).map((name) => path.resolve(folder, name)),
    ),
  );
  return Math.max(
    0,
    ...(await Promise.all(
      files
        .flat()
        .filter((file) => /\.tsx?$/.test(file) && !/\.(test|sample)\.ts$/.test(file))
        .map(changedAt),
    )),
  );
}

async function changedAt(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;
}
