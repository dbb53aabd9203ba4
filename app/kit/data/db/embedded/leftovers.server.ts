import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { hasExited, postmasterPid, sendSignal, serverProcesses } from "./processes.server";

/** Ended, not adopted: that takes under a second, ends open transactions and leaves one way of supervising. */
export async function clearLeftovers(data: string, say: (line: string) => void): Promise<void> {
  if (!existsSync(data)) return;
  const left = serverProcesses(data);
  if (left.length > 0) {
    say("上次没有正常结束，正在停止遗留的数据库进程……");
    await endServer(data);
  }
  rmSync(path.join(data, "postmaster.pid"), { force: true });
}

/** Fast shutdown of the server in a data folder; immediate, then killed, where that does not end it. */
export async function endServer(data: string, patience = 20_000): Promise<void> {
  const all = () => serverProcesses(data);
  const main = postmasterPid(data);
  sendSignal(
    all().filter((pid) => pid === main),
    "SIGINT",
  );
  if (await hasExited(data, all().includes(main ?? 0) ? patience : 1000)) return;
  sendSignal(all(), "SIGQUIT");
  if (await hasExited(data, 5000)) return;
  sendSignal(all(), "SIGKILL");
  if (!(await hasExited(data, 5000))) throw new Error(`停不下 ${data} 的数据库进程（${all().join(", ")}）。`);
}
