import { execFileSync, spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { freePort } from "~/kit/data/db/embedded/port.server";
import { isLongRun } from "../kit/long-run";

/** A base with Node that lies on this machine: nothing is fetched. */
const base = process.env.CONTAINER_BASE;
const builds = spawnSync("buildah", ["--version"]).status === 0 && base !== undefined;
if (isLongRun && !builds) console.log("no buildah, or no CONTAINER_BASE: the image is not tried");

const buildah = (...args: string[]) =>
  execFileSync("buildah", ["--storage-driver", "vfs", ...args], { encoding: "utf8", stdio: ["ignore", "pipe", 2] });

it.runIf(isLongRun && builds)(
  "an image of a release starts, as a user of its own, and keeps what it has in its volume",
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "bus-image-"));
    const image = `bus-image-${process.pid}`;
    let container = "";
    try {
      execFileSync(process.execPath, ["app/commands/release.js", folder], { stdio: "ignore" });
      const [archive] = readdirSync(folder);
      copyFileSync("deploy/Containerfile", path.join(folder, "Containerfile"));
      const given = ["--build-arg", `BASE=${base!}`, "--build-arg", `RELEASE=${archive!}`];
      buildah("bud", "--isolation", "chroot", "--pull-never", ...given, "--tag", image, folder);
      container = buildah("from", "--pull-never", image).trim();
      const port = await freePort(undefined);
      const own = ["--env", `PORT=${port}`, "--env", "ADMIN_PASSWORD=Guang-Chang-4471"];
      const started = ["node", "/opt/bus-back-office/app/commands/start.js"];
      const child = spawn(
        "buildah",
        ["--storage-driver", "vfs", "run", "--isolation", "chroot", ...own, container, "--", ...started],
        { stdio: ["ignore", "pipe", "pipe"] },
      );
      let output = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
      const health = async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).json();
      for (let tries = 0; tries < 600 && child.exitCode === null && !/系统已启动/.test(output); tries++)
        await sleep(200);
      expect(output).toContain("系统已启动");
      expect(await health()).toMatchObject({ ok: true });
      expect(buildah("run", "--isolation", "chroot", container, "--", "id", "-un").trim()).toBe("bus");
      expect(buildah("run", "--isolation", "chroot", container, "--", "ls", "/var/lib/bus")).toContain("secrets.json");
      child.kill("SIGTERM");
      await new Promise((ended) => child.once("exit", ended));
    } finally {
      if (container) buildah("rm", container);
      spawnSync("buildah", ["--storage-driver", "vfs", "rmi", image]);
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
