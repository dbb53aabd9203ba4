import { readdirSync } from "node:fs";
import path from "node:path";
import { printLine } from "~/kit/ground/log.server";
import { settings } from "~/kit/ground/settings.server";
import { findInstallation, foreseeStart, isRelease, originOf, switchTo } from "./releases";

const usage = `用法: node --import tsx app/commands/downgrade.ts [<旧版本的文件夹>]
  让链接指回升级以前的版本（或所给的文件夹）。数据库已由新版本升级、旧版本打不开时不改动，并说明怎样恢复备份。`;

/** `downgrade.ts [folder]`: the next start is of the release before, if it knows what is in the database. */
async function main(): Promise<number> {
  const [given, ...more] = process.argv.slice(2);
  if (given?.startsWith("-") || more.length > 0) {
    printLine(usage);
    return given === "--help" || given === "-h" ? 0 : 2;
  }
  const installed = findInstallation();
  const origin = originOf(installed.folder);
  const beside = path.dirname(installed.folder);
  const name = given ? path.basename(given) : origin?.before;
  const others = readdirSync(beside, { withFileTypes: true })
    .filter((one) => one.isDirectory() && !one.name.startsWith(".") && isRelease(path.join(beside, one.name)))
    .map((one) => one.name)
    .filter((one) => path.join(beside, one) !== installed.folder);
  if (!name || !others.includes(name))
    throw new Error(
      `${name ? `${beside} 里没有版本 ${name}` : "不知道升级以前是哪个版本"}。${others.length > 0 ? `旁边有 ${others.join("、")}。` : "旁边没有别的版本。"}`,
    );
  const folder = path.join(beside, name);
  const { unknown } = await foreseeStart(folder);
  if (unknown.length > 0) throw new Error(wayBack(unknown, name, origin?.backup));
  switchTo(folder, installed);
  printLine(`${installed.link} 现在指向 ${name}，原来是 ${path.basename(installed.folder)}。现在重新启动程序即可。`);
  return 0;
}

function wayBack(unknown: string[], name: string, backup: string | undefined): string {
  const { DATA_DIR, DATABASE_URL } = settings();
  const from = backup ?? "<升级以前的备份>";
  const steps = DATABASE_URL
    ? [
        "  2. 另建一个空的数据库（createdb -E UTF8 -T template0 …），让 DATABASE_URL 指向它",
        `  3. 用一个空的 DATA_DIR 执行 node --import tsx app/commands/restore.ts ${from}`,
      ]
    : [
        `  2. mv ${path.resolve(DATA_DIR)} ${path.resolve(DATA_DIR)}.newer    （现在的数据，以后还可以用新版本打开）`,
        `  3. node --import tsx app/commands/restore.ts ${from}`,
      ];
  return [
    `没有退回：数据库已经升级（${unknown.join("、")}），${name} 打不开它。要退回，就要恢复升级以前的备份，升级以后写入的内容不在其中：`,
    "  1. 停掉所有主机上的程序",
    ...steps,
    "  4. 再执行一次本命令，然后启动程序",
  ].join("\n");
}

process.exitCode = await main().catch((error: unknown) => {
  printLine((error as Error).message);
  return 1;
});
