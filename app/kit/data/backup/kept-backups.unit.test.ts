import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import {
  backupName,
  isBackupDue,
  keptBackups,
  newestBackup,
  noteBackupFailure,
  removeOldBackups,
} from "./kept-backups.server";

const folder = mkdtempSync(path.join(tmpdir(), "bus-kept-"));
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function make(at: string, isWhole = true): string {
  const name = backupName(new Date(at));
  mkdirSync(path.join(folder, isWhole ? name : `${name}.partial`));
  if (isWhole) writeFileSync(path.join(folder, name, "manifest.json"), "{}");
  return name;
}

const isDue = (now: string) => isBackupDue({ folder, at: "02:30", timeZone: "Asia/Shanghai" }, new Date(now));

it("is due once a day of the operator's, at the time that was set, and at once where one was missed", () => {
  expect(isDue("2026-12-01T00:00:00Z")).toBe(true);
  // 02:30 in Shanghai.
  make("2026-11-30T18:30:05Z");
  expect([isDue("2026-11-30T18:31:00Z"), isDue("2026-12-01T18:29:00Z"), isDue("2026-12-01T18:30:00Z")]).toEqual([
    false,
    false,
    true,
  ]);
  // One made by hand in the afternoon does not take the night's place.
  make("2026-12-01T08:00:00Z");
  expect([isDue("2026-12-01T18:29:00Z"), isDue("2026-12-01T18:30:00Z"), isDue("2026-12-09T00:00:00Z")]).toEqual([
    false,
    true,
    true,
  ]);
});

it("keeps the newest whole ones, and removes nothing that is no backup or still being made", () => {
  const names = ["2026-11-27", "2026-11-28", "2026-11-29", "2026-11-30"].map((day) => make(`${day}T18:30:00Z`));
  const old = make("2026-11-20T18:30:00Z", false);
  const underWay = make("2026-11-30T18:30:00Z", false);
  mkdirSync(path.join(folder, "bus-20261125T183000Z"));
  writeFileSync(path.join(folder, "notes.txt"), "");
  expect(removeOldBackups(folder, 2, new Date("2026-11-30T18:40:00Z"))).toEqual([names[1], names[0]]);
  expect(keptBackups(folder).map(({ name }) => name)).toEqual([names[3], names[2]]);
  const left = readdirSync(folder);
  expect(left).not.toContain(`${old}.partial`);
  expect(left).toEqual(expect.arrayContaining([`${underWay}.partial`, "bus-20261125T183000Z", "notes.txt"]));
});

it("says how old the newest one is, and why the last could not be made", () => {
  const ages = { look: 26, bad: 50 };
  const said = (now: string) => newestBackup(folder, ages, new Date(now)).map(({ mark, words }) => `${mark}：${words}`);
  expect(said("2026-12-01T00:00:00Z")).toEqual([`有问题：${folder} 里没有备份`]);
  make("2026-11-30T18:30:00Z");
  expect(said("2026-12-01T00:30:00Z")).toEqual(["好：最近的备份 bus-20261130T183000Z，6 小时前"]);
  noteBackupFailure(folder, { at: "2026-12-01T18:30:07.000Z", words: "没有备份：磁盘满了" });
  expect(said("2026-12-02T00:30:00Z")).toEqual([
    "有问题：最近一次自动备份没有做成（2026-12-01 18:30 UTC）：没有备份：磁盘满了",
    "注意：最近的备份 bus-20261130T183000Z，30 小时前",
  ]);
  noteBackupFailure(folder, undefined);
  expect(said("2026-12-03T18:30:00Z")).toEqual(["有问题：最近的备份 bus-20261130T183000Z，3 天前"]);
});
