import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { postmasterPid, sendSignal, serverProcesses } from "../../app/kit/data/db/embedded/processes.server";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The real program with its embedded database, started as `npm start` does, to be killed and started again. */
export class Program {
  readonly url: string;
  private child: ChildProcess | undefined;

  constructor(
    readonly dataDir: string,
    private readonly port: number,
    private readonly env: Record<string, string>,
    private readonly of = { cwd: root, entry: process.env.FAULTS_PROGRAM ?? path.join(root, "app/commands/start.js") },
  ) {
    this.url = `http://127.0.0.1:${port}`;
  }

  get folder(): string {
    return path.join(this.dataDir, "..");
  }

  get hasEnded(): boolean {
    return this.child !== undefined && (this.child.exitCode !== null || this.child.signalCode !== null);
  }

  get data(): string {
    return path.join(this.dataDir, "postgres");
  }

  private get log(): string {
    return path.join(this.folder, "program.log");
  }

  /** What the pattern's group finds in all that the program has written. */
  printed(pattern: RegExp): string {
    const found = pattern.exec(readFileSync(this.log, "utf8"))?.[1];
    if (found === undefined) throw new Error(`the program has not printed ${pattern}`);
    return found;
  }

  /** How often the pattern is found in all that it has written. */
  times(pattern: RegExp): number {
    return readFileSync(this.log, "utf8").match(pattern)?.length ?? 0;
  }

  start(): void {
    const output = openSync(this.log, "a");
    const env = {
      ...process.env,
      DATABASE_URL: "",
      WORKERS: "1",
      ...this.env,
      PORT: String(this.port),
      DATA_DIR: this.dataDir,
    };
    this.child = spawn(process.execPath, [this.of.entry], { cwd: this.of.cwd, stdio: ["ignore", output, output], env });
  }

  /** kill -9 of the program alone; its database lives on. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) throw new Error("the program is not running");
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  }

  /** Has it hang, or go on. */
  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    this.child?.kill(signal);
  }

  /** kill -9 of the database: its main process, or every process at once. */
  killDatabase(all: boolean): void {
    const processes = serverProcesses(this.data);
    const main = postmasterPid(this.data);
    if (main === undefined || !processes.includes(main)) throw new Error("the database is not running");
    sendSignal(all ? processes : [main], "SIGKILL");
  }

  signalDatabase(signal: "SIGSTOP" | "SIGCONT"): void {
    sendSignal(serverProcesses(this.data), signal);
  }

  async stop(): Promise<number | null> {
    const { child } = this;
    if (!child || child.exitCode !== null) return child?.exitCode ?? null;
    const code = new Promise<number | null>((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    return code;
  }

  /** Whatever happened, nothing of it keeps running. */
  async end(): Promise<void> {
    this.child?.kill("SIGKILL");
    // Beside another's database there is no folder of its own.
    if (existsSync(this.data)) {
      this.signalDatabase("SIGCONT");
      sendSignal(serverProcesses(this.data), "SIGKILL");
    }
    await sleep(200);
  }

  /** Milliseconds from now until a page with data answers 200 and the health check agrees. */
  async answered(patience = 120_000): Promise<number> {
    const began = performance.now();
    while (performance.now() - began < patience) {
      if ((await this.ask("/login"))?.status === 200 && (await this.ask("/healthz"))?.status === 200)
        return Math.round(performance.now() - began);
      await sleep(20);
    }
    throw new Error(`no page within ${patience} ms, see program.log`);
  }

  /** One request; undefined when there is no answer at all. */
  async ask(
    at: string,
    init: RequestInit = {},
  ): Promise<{ status: number; text: string; headers: Headers } | undefined> {
    try {
      const answer = await fetch(this.url + at, { redirect: "manual", signal: AbortSignal.timeout(60_000), ...init });
      return { status: answer.status, text: await answer.text(), headers: answer.headers };
    } catch {
      return undefined;
    }
  }
}
