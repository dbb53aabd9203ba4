import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

/** The path of a Chromium to test with: CHROMIUM_PATH, the system's, Playwright's own, or one installed now (Debian, as root). */
export async function findChromium() {
  const found = process.env.CHROMIUM_PATH ?? systemChromium() ?? (await ownChromium());
  if (found) return found;
  if (existsSync("/etc/debian_version") && process.getuid?.() === 0) {
    console.log("installing chromium");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const apt = (...args) => spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env }).status === 0;
    if (apt("update") && apt("install", "-y", "--no-install-recommends", "chromium", "fonts-noto-cjk"))
      return systemChromium();
  }
  return undefined;
}

function systemChromium() {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) => existsSync(file));
}

async function ownChromium() {
  const { chromium } = await import("playwright");
  const file = chromium.executablePath();
  return file && existsSync(file) ? file : undefined;
}
