import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import puppeteer, { type Browser } from "puppeteer-core";

const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));
const packages = { 86: "chrome-aws-lambda", 109: "@sparticuz/chromium" } as const;

export type Version = keyof typeof packages;
export const versions = [86, 109] as const satisfies Version[];

/** Starts the Chromium of that version which its package carries. */
export async function launch(version: Version): Promise<Browser> {
  const folder = unpack(version);
  const browser = await puppeteer.launch({
    executablePath: path.join(folder, "chromium"),
    env: { ...process.env, TZ: "Asia/Shanghai", LD_LIBRARY_PATH: path.join(folder, "lib") },
    args: ["--single-process", "--no-zygote", "--disable-gpu", "--no-sandbox", "--lang=zh-CN", "--hide-scrollbars"],
    defaultViewport: { width: 1366, height: 768 },
    headless: true,
  });
  const name = await browser.version();
  if (!name.includes(`/${version}.`)) throw new Error(`expected Chromium ${version}, found ${name}`);
  return browser;
}

/** Unpacks a package's browser and its libraries, once a machine. */
function unpack(version: Version): string {
  const folder = path.join(modules, ".cache/old-browsers", String(version));
  if (existsSync(folder)) return folder;
  const half = `${folder}.${process.pid}`;
  const packed = (name: string) =>
    brotliDecompressSync(readFileSync(path.join(modules, packages[version], "bin", name)));
  const untar = (name: string, into: string) => {
    mkdirSync(into, { recursive: true });
    execFileSync("tar", ["-xf", "-", "-C", into], { input: packed(name) });
  };
  untar("aws.tar.br", half);
  untar("swiftshader.tar.br", half);
  // Chromium 86 looks for the drawing library in a folder of this name.
  untar("swiftshader.tar.br", path.join(half, "swiftshader"));
  writeFileSync(path.join(half, "chromium"), packed("chromium.br"), { mode: 0o755 });
  rmSync(folder, { recursive: true, force: true });
  renameSync(half, folder);
  return folder;
}
