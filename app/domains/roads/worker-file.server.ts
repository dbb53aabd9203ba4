import { mkdir, readdir, rename, stat } from "node:fs/promises";
import path from "node:path";

const built = path.resolve("build/road-worker.js");
const sources = path.resolve("app/kernel/roads");

/** The bundled worker of the road engine: what the build made, or, where a developer has no build or changed the engine since, a bundle made now. */
export async function workerFile(): Promise<string> {
  if (process.env.NODE_ENV === "production" ? (await changedAt(built)) > 0 : (await changedAt(built)) > (await newestSource())) return built;
  const { build } = await import("esbuild");
  const unfinished = `${built}.${process.pid}.js`;
  await mkdir(path.dirname(built), { recursive: true });
  await build({
    entryPoints: [path.join(sources, "worker.ts")],
    outfile: unfinished,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    alias: { "~": path.resolve("app") },
    logLevel: "warning",
  });
  await rename(unfinished, built);
  return built;
}

async function newestSource(): Promise<number> {
  const names = await readdir(sources).catch(() => []);
  return Math.max(0, ...(await Promise.all(names.filter((name) => !name.includes(".test.")).map((name) => changedAt(path.join(sources, name))))));
}

async function changedAt(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;
}
