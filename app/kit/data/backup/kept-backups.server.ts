import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { bad, type Finding, good, look } from "~/kit/ground/finding";
import { parseJson } from "~/kit/ground/parse-json";
import { clockInZone, dateInZone } from "~/kit/ground/time/operator-time";
import { manifestName } from "./manifest.server";

const dayMs = 86_400_000;

/** The name of a backup that is begun now. */
export const backupName = (now: Date): string => `bus-${now.toISOString().replace(/[-:]|\.\d+/g, "")}`;

/** The whole backups in a folder, the newest first; `at` is when each was begun. */
export function keptBackups(folder: string): { name: string; at: Date }[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .flatMap((name) => {
      const [, year, month, day, hour, minute, second] =
        /^bus-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(name)?.map(Number) ?? [];
      if (year === undefined || !existsSync(path.join(folder, name, manifestName))) return [];
      return [{ name, at: new Date(Date.UTC(year, month! - 1, day, hour, minute, second)) }];
    })
    .sort((one, other) => +other.at - +one.at);
}

/** Removes all whole backups but the newest so many, and what is left of those that broke off more than a day ago; answers the names of the whole ones. */
export function removeOldBackups(folder: string, keep: number, now = new Date()): string[] {
  const old = keptBackups(folder)
    .slice(keep)
    .map(({ name }) => name);
  const broken = readdirSync(folder).filter(
    (name) => /^bus-\d{8}T\d{6}Z\.partial$/.test(name) && name < backupName(new Date(+now - dayMs)),
  );
  for (const name of [...old, ...broken]) rmSync(path.join(folder, name), { recursive: true, force: true });
  return old;
}

/** When backups are made of themselves. */
export interface BackupSchedule {
  folder: string;
  /** `HH:mm` of the operator's day. */
  at: string;
  timeZone: string;
}

/** Whether the last time of day for a backup has come since the newest was begun; so one that was missed is made up for. */
export function isBackupDue({ folder, at, timeZone }: BackupSchedule, now = new Date()): boolean {
  const dayOf = (moment: Date) =>
    dateInZone(clockInZone(moment, timeZone) < at ? new Date(+moment - dayMs) : moment, timeZone);
  const [newest] = keptBackups(folder);
  return newest === undefined || dayOf(newest.at) < dayOf(now);
}

const failureName = "last-failure.json";

/** Leaves word of a backup that could not be made beside the others; none where the last one could. */
export function noteBackupFailure(folder: string, failure: { at: string; words: string } | undefined): void {
  const file = path.join(folder, failureName);
  if (failure) writeFileSync(file, JSON.stringify(failure));
  else rmSync(file, { force: true });
}

function lastFailure(folder: string): { at: string; words: string } | undefined {
  const file = path.join(folder, failureName);
  const found = existsSync(file) ? parseJson(readFileSync(file, "utf8")) : undefined;
  if (typeof found !== "object" || found === null || !("at" in found) || !("words" in found)) return undefined;
  return { at: String(found.at), words: String(found.words) };
}

/** How old the newest backup in a folder may be, in hours, until it is looked at, and until something is wrong. */
export interface BackupAges {
  look: number;
  bad: number;
}

/** What is to be said of the newest backup in a folder. */
export function newestBackup(folder: string, ages: BackupAges, now = new Date()): Finding[] {
  const [newest] = keptBackups(folder);
  const failure = lastFailure(folder);
  const failed = failure
    ? [bad(`最近一次自动备份没有做成（${failure.at.slice(0, 16).replace("T", " ")} UTC）：${failure.words}`)]
    : [];
  if (!newest) return [...failed, bad(`${folder} 里没有备份`)];
  const hours = (+now - +newest.at) / 3_600_000;
  const words = `最近的备份 ${newest.name}，${hours < 48 ? `${hours.toFixed(0)} 小时` : `${(hours / 24).toFixed(0)} 天`}前`;
  return [...failed, hours > ages.bad ? bad(words) : hours > ages.look ? look(words) : good(words)];
}
