import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { TestServer } from "../kit/database";
import { bundlePages } from "../tools/quick-bundle.js";
import type { Order, Outcome } from "./runner";
import type { TestFile } from "./which-tests";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** The files of the working tree as they stand, those that git ignores left out. */
export function listFiles(): string[] {
  return git("ls-files", "-z", "-co", "--exclude-standard").filter((file) => existsSync(path.join(root, file)));
}

/** What git answers, between its zeros. */
export function git(...words: string[]): string[] {
  return execFileSync("git", words, { cwd: root, encoding: "utf8" }).split("\0").filter(Boolean);
}

const ended: Outcome = { failed: "(the tests' process ended)", reached: [] };

/** A copy of the working tree with a database server of its own, in which tests run on faults; nothing of it is left when it is closed. */
export class Stage {
  // Not under node_modules, whose files Vitest would not transform.
  private readonly folder = mkdtempSync(path.join(tmpdir(), "bus-mutants-"));
  private readonly bundle = path.join(this.folder, ".cache/quick/index.js");
  private server: TestServer | undefined;
  private runner: ChildProcess | undefined;
  private environment: Record<string, string> = {};
  private isBundled = true;
  private opening: Promise<void> | undefined;
  private isClosed = false;
  private readonly changed = new Set<string>();

  constructor(files: readonly string[]) {
    // The database's own account reads in it.
    chmodSync(this.folder, 0o755);
    for (const file of files) cpSync(path.join(root, file), path.join(this.folder, file));
    appendFileSync(path.join(this.folder, "tests/kit/react.setup.ts"), 'import "../mutants/reached.setup";\n');
    symlinkSync(path.join(root, "node_modules"), path.join(this.folder, "node_modules"));
  }

  /** Bundles the program as it is and starts the server with the template; throws when the program cannot be started. */
  open(): Promise<void> {
    return (this.opening ??= this.begin());
  }

  private async begin(): Promise<void> {
    await bundlePages(this.folder, this.bundle);
    Object.assign(process.env, { SKIP_BUILD: "1", SERVER_BUILD: this.bundle });
    // From the copy, which is then where the program makes what it needs.
    const database = (await import(
      path.join(this.folder, "tests/kit/database.ts")
    )) as typeof import("../kit/database");
    this.server = await database.startTestServer();
    await database.makeTemplate(this.server);
    this.environment = { ...database.environment(this.server), TEST_SERVER_URL: this.server.url };
  }

  /** Puts a text in a file's place. */
  put(file: string, text: string): void {
    const at = path.join(this.folder, file);
    if (readFileSync(at, "utf8") === text) return;
    writeFileSync(at, text);
    this.changed.add(file);
    this.isBundled = false;
    // Threads and programs beside the pages are bundled anew when a test needs them.
    rmSync(path.join(this.folder, "build"), { recursive: true, force: true });
  }

  /** Runs a test file, or only its tests of these titles, until the first failure; undefined when it takes longer than so many seconds. */
  async run({ test, throughProgram }: TestFile, seconds: number, titles?: string[]): Promise<Outcome | undefined> {
    await this.refuseWhenClosed();
    if (throughProgram && !this.isBundled) {
      await bundlePages(this.folder, this.bundle);
      this.isBundled = true;
    }
    const runner = (this.runner ??= await this.startRunner());
    const done = new AbortController();
    const { signal } = done;
    const answered = once(runner, "message", { signal }) as Promise<[Outcome]>;
    const broken = once(runner, "exit", { signal }).then((): [Outcome] => [ended]);
    const late = sleep(seconds * 1000, [undefined] as const, { signal });
    runner.send({ test, titles, changed: [...this.changed] } satisfies Order);
    const [outcome] = await Promise.race([answered, broken, late]);
    for (const other of [answered, broken, late]) other.catch(() => undefined);
    done.abort();
    this.changed.clear();
    await this.refuseWhenClosed();
    if (!outcome || runner.exitCode !== null) await this.endRunner();
    return outcome;
  }

  private async refuseWhenClosed(): Promise<void> {
    if (this.isClosed) await new Promise(() => undefined);
  }

  /** Ends all; whoever still wants something run waits for ever. */
  async close(): Promise<void> {
    this.isClosed = true;
    // A server that is just being started could not be stopped yet, and would stay behind.
    await this.opening?.catch(() => undefined);
    await this.endRunner();
    await this.server?.stop();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }

  private async startRunner(): Promise<ChildProcess> {
    const runner = fork(path.join(this.folder, "tests/mutants/runner.ts"), {
      cwd: this.folder,
      // With its workers it is a group of processes, which can be ended together.
      detached: true,
      execArgv: ["--import", "tsx"],
      env: { ...process.env, ...this.environment },
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    await once(runner, "message");
    return runner;
  }

  private async endRunner(): Promise<void> {
    const { runner } = this;
    this.runner = undefined;
    if (!runner?.pid) return;
    const ended = runner.exitCode === null && runner.signalCode === null ? once(runner, "exit") : undefined;
    try {
      process.kill(-runner.pid, "SIGKILL");
    } catch {
      // All of the group have ended.
    }
    await ended;
  }
}
