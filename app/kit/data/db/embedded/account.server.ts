import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";

/** The OS user that the database runs as when the program itself runs as root; PostgreSQL refuses to run as root. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** Undefined when not root; else the owner of the existing data, `postgres` or `nobody`; throws when there is none. */
export function databaseAccount(existingData: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readAccounts();
  const owner = statSync(existingData, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) {
    return (
      accounts.find((account) => account.uid === owner.uid) ?? {
        name: String(owner.uid),
        uid: owner.uid,
        gid: owner.gid,
      }
    );
  }
  const account = ["postgres", "nobody"].flatMap(
    (name) => accounts.find((one) => one.name === name && one.uid > 0) ?? [],
  )[0];
  if (account) return account;
  throw new Error(
    "以 root 启动时，数据库要以普通系统用户运行，但本机没有 postgres 也没有 nobody。请先执行 useradd --system postgres，或用普通用户启动，或设置 DATABASE_URL。",
  );
}

export function canEnter(account: Account, folder: string): boolean {
  return shellTest(account, 'cd "$1"', folder);
}

export function canRun(account: Account, program: string): boolean {
  return shellTest(account, 'test -r "$1" && test -x "$1"', program);
}

function shellTest({ uid, gid, name }: Account, script: string, argument: string): boolean {
  const run = spawnSync("/bin/sh", ["-c", script, "sh", argument], { uid, gid, cwd: "/", stdio: "ignore" });
  if (run.error)
    throw new Error(`不能以系统用户 ${name} 运行程序（${run.error.message}）。请用普通用户启动，或设置 DATABASE_URL。`);
  return run.status === 0;
}

function readAccounts(): Account[] {
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}
