import { spawnSync } from "node:child_process";
import path from "node:path";
import { keptBackups } from "~/kit/data/backup/kept-backups.server";
import { printLine } from "~/kit/ground/log.server";
import { settings } from "~/kit/ground/settings.server";
import { findInstallation, foreseeStart, noteOrigin, switchTo, unpackRelease } from "./releases";

const usage = `用法: node --import tsx app/commands/upgrade.ts <发布包.tar.gz> [--no-backup]
  把发布包解开在现有版本的旁边，看它要不要改动数据库；要改动时先备份到 BACKUP_DIR，再让链接指向新版本。
  程序可以正在运行：重新启动以后才用新版本。退回用 app/commands/downgrade.ts。`;

/** `upgrade.ts archive`: the next start is of that release; what is needed to go back is kept first. */
async function main(): Promise<number> {
  const [archive, option, ...more] = process.argv.slice(2);
  if (!archive || archive.startsWith("-") || (option && option !== "--no-backup") || more.length > 0) {
    printLine(usage);
    return archive === "--help" || archive === "-h" ? 0 : 2;
  }
  const installed = findInstallation();
  const [before, beside] = [path.basename(installed.folder), path.dirname(installed.folder)];
  const folder = await unpackRelease(path.resolve(archive), beside);
  const name = path.basename(folder);
  if (folder === installed.folder) throw new Error(`现在用的就是 ${name}。`);
  const { unknown, due, alone } = await foreseeStart(folder);
  if (unknown.length > 0)
    throw new Error(`${name} 比数据库旧（没有迁移 ${unknown.join("、")}）：退回旧版本用 app/commands/downgrade.ts。`);
  const backup = due.length > 0 && !option ? backUp(installed.folder) : undefined;
  noteOrigin(folder, { before, ...(backup && { backup }) });
  switchTo(folder, installed);
  printLine(`${installed.link} 现在指向 ${name}，原来是 ${before}。`);
  printLine(
    due.length === 0
      ? "它不改动数据库，随时可以退回。现在重新启动程序即可。"
      : `第一次启动时它要把数据库升级 ${due.length} 步（${due[0]} 到 ${due.at(-1)}）。`,
  );
  if (alone.length > 0)
    printLine(`其中 ${alone.join("、")} 不能和旧版本同时进行：请先停掉所有主机上的程序，再启动新版本。`);
  else if (due.length > 0) printLine("旧版本可以同时运行：几台主机时一台一台重新启动。");
  return 0;
}

/** Has this release make a backup, which it can open again, beside those of each night, which are removed in time; answers its folder. */
function backUp(cwd: string): string {
  const { BACKUP_DIR } = settings();
  if (!BACKUP_DIR)
    throw new Error("新版本要改动数据库，应当先备份：请设 BACKUP_DIR，或者已经另外备份了时加上 --no-backup。");
  const folder = path.resolve(BACKUP_DIR, "before-upgrade");
  printLine("新版本要改动数据库，先备份……");
  const { status } = spawnSync(process.execPath, ["--import", "tsx", "app/commands/backup.ts", folder], {
    cwd,
    stdio: "inherit",
  });
  const [made] = keptBackups(folder);
  if (status !== 0 || !made) throw new Error("备份没有做成，没有升级。");
  return path.join(folder, made.name);
}

process.exitCode = await main().catch((error: unknown) => {
  printLine((error as Error).message);
  return 1;
});
