import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { backupName, keptBackups } from "~/kit/data/backup/kept-backups.server";
import { ownerOf } from "~/kit/data/db/embedded/start.server";
import { endStarted, start } from "../kit/started";

const folder = mkdtempSync(path.join(tmpdir(), "bus-scheduled-"));
const [data, backups] = [path.join(folder, "data"), path.join(folder, "backups")];
afterAll(() => {
  endStarted();
  if (existsSync(path.join(data, "database.json"))) rmSync(ownerOf(data).data, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

const days = (count: number) => new Date(Date.now() - count * 86_400_000);

it("a program that was away at the time of its backup makes it when it is up, and keeps as many as were asked for", async () => {
  const [older, newer] = [backupName(days(3)), backupName(days(2))];
  for (const name of [older, newer]) {
    mkdirSync(path.join(backups, name), { recursive: true });
    writeFileSync(path.join(backups, name, "manifest.json"), "{}");
  }
  const { url, child, output } = await start({
    DATA_DIR: data,
    DATABASE_URL: "",
    DEMO: "0",
    WORKERS: "2",
    BACKUP_DIR: backups,
    BACKUP_KEEP: "2",
    METRICS_TOKEN: "0123456789abcdef",
    LOG_LEVEL: "info",
  });
  const kept = () => keptBackups(backups).map(({ name }) => name);
  for (const until = Date.now() + 60_000; Date.now() < until && kept().includes(older); await sleep(200));
  expect([kept().length, kept().at(-1)]).toEqual([2, newer]);
  const [made] = keptBackups(backups);
  expect(Date.now() - +made!.at).toBeLessThan(100_000);
  expect(existsSync(path.join(backups, made!.name, "secrets.json"))).toBe(true);
  const metrics = await fetch(`${url}/metrics`, { headers: { authorization: "Bearer 0123456789abcdef" } });
  expect(Number(/^bus_backup_age_seconds ([\d.]+)$/m.exec(await metrics.text())?.[1])).toBeLessThan(200);
  for (
    const until = Date.now() + 5000;
    Date.now() < until && !output().includes("a backup was made");
    await sleep(100)
  );
  expect(output()).toContain("a backup was made");
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
});
