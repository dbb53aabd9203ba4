import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../../../app/kit/data/db/embedded/port.server";
import { answerOf } from "../../kit/database";

const needed = ["patroni", "etcd", "haproxy", "pgbouncer"];
const password = "only-of-this-drill";

/** Why the drill cannot run on this machine; undefined where it can. */
export function whyNoCluster(): string | undefined {
  const missing = needed.filter((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0);
  if (!postgresPrograms()) missing.push("postgresql");
  if (missing.length > 0)
    return `not on this machine: ${missing.join(", ")} (apt install patroni etcd-server haproxy pgbouncer postgresql)`;
  return process.getuid?.() === 0 ? undefined : "it starts servers as the user postgres, so it wants root";
}

/** Debian's, the newest. */
function postgresPrograms(): string | undefined {
  const folder = "/usr/lib/postgresql";
  const versions = existsSync(folder) ? readdirSync(folder).sort((one, other) => Number(other) - Number(one)) : [];
  return versions.map((version) => path.join(folder, version, "bin")).find((bin) => existsSync(`${bin}/postgres`));
}

const postgresUser = () => {
  const [, , uid, gid] = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((line) => line.startsWith("postgres:"))!
    .split(":");
  return { uid: Number(uid), gid: Number(gid) };
};

/** One server of PostgreSQL under Patroni. */
interface Node {
  name: string;
  port: number;
  rest: number;
  child?: ChildProcess;
}

/** Three servers of PostgreSQL under Patroni with etcd, HAProxy before the primary, PgBouncer before that. */
export class Machines {
  readonly nodes: Node[] = [];
  #etcd = 0;
  #haproxy = 0;
  #bouncer = 0;
  #isOver = false;
  /** How often PgBouncer has ended by itself. */
  poolerEnds = 0;
  readonly #others = new Map<string, ChildProcess>();
  readonly #user = postgresUser();

  constructor(private readonly folder: string) {}

  /** All servers, in one address. */
  get several(): string {
    return `postgres://bus:${password}@${this.nodes.map(({ port }) => `127.0.0.1:${port}`).join(",")}/bus`;
  }

  /** The primary through HAProxy, and through PgBouncer and HAProxy. */
  get direct(): string {
    return `postgres://bus:${password}@127.0.0.1:${this.#haproxy}/bus`;
  }

  get pooled(): string {
    return `postgres://bus:${password}@127.0.0.1:${this.#bouncer}/bus`;
  }

  async start(): Promise<void> {
    chmodSync(this.folder, 0o755);
    process.once("exit", () => this.end());
    [this.#etcd, this.#haproxy, this.#bouncer] = [
      await freePort(undefined),
      await freePort(undefined),
      await freePort(undefined),
    ];
    const [client, peer] = [`http://127.0.0.1:${this.#etcd}`, `http://127.0.0.1:${await freePort(undefined)}`];
    const etcd = {
      "data-dir": this.#place("etcd"),
      "listen-client-urls": client,
      "advertise-client-urls": client,
      "listen-peer-urls": peer,
      "initial-advertise-peer-urls": peer,
      "initial-cluster": `default=${peer}`,
    };
    this.#run(
      "etcd",
      "etcd",
      Object.entries(etcd).map(([name, value]) => `--${name}=${value}`),
    );
    await this.#until("etcd", async () => (await statusOf(`${client}/health`)) === 200);
    for (const name of ["n1", "n2", "n3"])
      this.nodes.push({ name, port: await freePort(undefined), rest: await freePort(undefined) });
    this.startNode(this.nodes[0]!);
    await this.#until("the first primary", async () => (await this.primary()) !== undefined);
    for (const node of this.nodes.slice(1)) this.startNode(node);
    await this.whole();
    await this.ask(`create role bus login password '${password}'`);
    await this.ask("create database bus owner bus encoding 'UTF8' template template0");
    this.#startWays();
  }

  startNode(node: Node): void {
    const folder = this.#place(node.name);
    const bin = postgresPrograms()!;
    const account = (username: string) => ({ username, password });
    const file = path.join(folder, "patroni.json");
    const local = "host all all 127.0.0.1/32 md5";
    // JSON is YAML.
    const config = {
      scope: "bus",
      name: node.name,
      restapi: { listen: `127.0.0.1:${node.rest}`, connect_address: `127.0.0.1:${node.rest}` },
      etcd3: { host: `127.0.0.1:${this.#etcd}` },
      bootstrap: {
        dcs: {
          ttl: 20,
          loop_wait: 2,
          retry_timeout: 4,
          synchronous_mode: true,
          postgresql: { use_pg_rewind: true, parameters: { max_connections: 200, hot_standby_feedback: "on" } },
        },
        initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
        pg_hba: [local, local.replace("all all", "replication all")],
      },
      postgresql: {
        listen: `127.0.0.1:${node.port}`,
        connect_address: `127.0.0.1:${node.port}`,
        data_dir: path.join(folder, "data"),
        bin_dir: bin,
        pgpass: path.join(folder, "pgpass"),
        authentication: {
          superuser: account("postgres"),
          replication: account("replicator"),
          rewind: account("rewinder"),
        },
        parameters: { unix_socket_directories: "", shared_buffers: "32MB" },
      },
      watchdog: { mode: "off" },
    };
    writeFileSync(file, JSON.stringify(config));
    node.child = this.#run(node.name, "patroni", [file]);
  }

  /** The node that says of itself that it is the primary. */
  async primary(): Promise<Node | undefined> {
    const asked = await Promise.all(this.nodes.map(({ rest }) => statusOf(`http://127.0.0.1:${rest}/primary`)));
    return this.nodes[asked.indexOf(200)];
  }

  /** Waits until the primary has two standbys that stream, one of which is synchronous. */
  async whole(): Promise<void> {
    await this.#until("three servers that stream", async () => {
      const rest = (await this.primary())?.rest;
      const answer = rest && (await fetch(`http://127.0.0.1:${rest}/cluster`).catch(() => undefined));
      const { members = [] } = answer ? ((await answer.json()) as { members?: { role: string; state: string }[] }) : {};
      const standbys = members.filter(({ state }) => /streaming|running/.test(state));
      return standbys.length === 3 && members.some(({ role }) => role === "sync_standby");
    });
  }

  /** The power goes: Patroni and its server, every process at once. */
  kill(node: Node): void {
    const folder = this.#place(node.name);
    const pids = processesWith(folder);
    for (const pid of [...(node.child?.pid ? [node.child.pid] : []), ...pids]) endProcess(pid);
  }

  /** A standby goes on receiving and replays nothing, or replays again; Patroni would undo PostgreSQL's own pause within two seconds. */
  signalReplay(node: Node, signal: "SIGSTOP" | "SIGCONT"): void {
    const [main] = processesWith(this.#place(node.name)).filter((pid) => /startup/.test(readOf(pid, "cmdline")));
    if (!main) throw new Error(`${node.name} replays nothing`);
    process.kill(main, signal);
  }

  /** What lies between the programs and the database says nothing any more, and then goes on. */
  signal(name: "haproxy" | "pgbouncer", signal: "SIGSTOP" | "SIGCONT"): void {
    const child = this.#others.get(name)!;
    for (const pid of [child.pid!, ...childrenWith(child.pid!)]) process.kill(pid, signal);
  }

  /** Asks the primary as its superuser. */
  async ask<Row extends object>(statement: string): Promise<Row[]> {
    const { port } = (await this.primary())!;
    const owner = { host: "127.0.0.1", port, user: "postgres", password, database: "postgres" };
    return (await answerOf<Row>(owner, statement)).rows;
  }

  /** HAProxy as docs/operating.md has it, before the hosts of the program; answers the port. */
  async startWeb(hosts: number[]): Promise<number> {
    const port = await freePort(undefined);
    const text = readFileSync(fileURLToPath(new URL("../../../docs/operating.md", import.meta.url)), "utf8");
    const given = /```haproxy\n([^`]+)```/.exec(text)![1]!;
    const folder = this.#place("web");
    for (const name of ["page", "call"]) {
      const answer = new RegExp(`\`bus-${name}\\.http\`[^\`]*\`{3}\n(HTTP/1\\.1 [^\`]+)\`{3}`).exec(
        text.replaceAll("`error_page 502 503 504 @away`", ""),
      )![1]!;
      writeFileSync(path.join(folder, `bus-${name}.http`), answer.replaceAll("\n", "\r\n"));
    }
    const config = given
      .replaceAll("/etc/haproxy/errors", folder)
      .replace("bind :443 ssl crt /etc/haproxy/bus.pem", `bind 127.0.0.1:${port}`)
      .replace("  http-request set-header X-Forwarded-Proto https\n", "")
      .replaceAll("10.0.0.11:3000", `127.0.0.1:${hosts[0]}`)
      .replaceAll("10.0.0.12:3000", `127.0.0.1:${hosts[1]}`);
    const file = path.join(folder, "haproxy.cfg");
    writeFileSync(file, config);
    this.#run("web", "haproxy", ["-db", "-f", file]);
    return port;
  }

  #startWays(): void {
    const servers = this.nodes.map(({ name, port, rest }) => `  server ${name} 127.0.0.1:${port} check port ${rest}\n`);
    const proxy = path.join(this.#place("haproxy"), "haproxy.cfg");
    writeFileSync(
      proxy,
      `defaults
  timeout connect 3s
  timeout client 5000s
  timeout server 5000s
listen primary
  mode tcp
  bind 127.0.0.1:${this.#haproxy}
  option httpchk GET /primary
  default-server inter 1s fall 1 rise 1 on-marked-down shutdown-sessions
${servers.join("")}`,
    );
    this.#run("haproxy", "haproxy", ["-db", "-f", proxy]);
    const pooler = path.join(this.#place("pgbouncer"), "pgbouncer.ini");
    writeFileSync(
      pooler,
      `[databases]
bus = host=127.0.0.1 port=${this.#haproxy} user=bus password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${this.#bouncer}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 20
server_login_retry = 1
query_wait_timeout = 10
`,
    );
    this.#keepPooler(pooler);
  }

  /** Started again where it ends, as docs/operating.md asks of its unit. */
  #keepPooler(file: string): void {
    this.#run("pgbouncer", "pgbouncer", ["-q", file]).once("exit", (code, signal) => {
      if (this.#isOver) return;
      this.poolerEnds++;
      console.error(`PgBouncer has ended by itself (${code ?? signal}) and is started again`);
      setTimeout(() => this.#keepPooler(file), 1000);
    });
  }

  /** Whatever happened, nothing of it keeps running. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const node of this.nodes) this.kill(node);
    for (const child of this.#others.values())
      for (const pid of [child.pid!, ...childrenWith(child.pid!)]) endProcess(pid);
  }

  #place(name: string): string {
    const folder = path.join(this.folder, name);
    if (!existsSync(folder)) {
      mkdirSync(folder, { mode: 0o700 });
      chownSync(folder, this.#user.uid, this.#user.gid);
    }
    return folder;
  }

  #run(name: string, program: string, args: string[]): ChildProcess {
    const output = openSync(path.join(this.folder, `${name}.log`), "a");
    const folder = this.#place(name);
    const child = spawn(program, args, {
      ...this.#user,
      cwd: folder,
      stdio: ["ignore", output, output],
      env: { PATH: `${process.env.PATH}:/usr/sbin`, HOME: folder, LC_ALL: "C.UTF-8", NODE_ENV: "production" },
    });
    if (!/^n\d$/.test(name)) this.#others.set(name, child);
    return child;
  }

  async #until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    for (const end = Date.now() + 120_000; !(await isSo()); await sleep(100))
      if (Date.now() > end) throw new Error(`no ${what} within two minutes, see ${this.folder}`);
  }
}

const statusOf = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(1500) }).then(
    (answer) => answer.arrayBuffer().then(() => answer.status),
    () => 0,
  );

const pidsOnMachine = () =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

function readOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    // It has ended meanwhile.
    return "";
  }
}

const childrenWith = (parent: number) =>
  pidsOnMachine().filter((pid) => Number(/^PPid:\s*(\d+)$/m.exec(readOf(pid, "status"))?.[1]) === parent);

/** The server that was started on a folder, and what it has started. */
function processesWith(folder: string): number[] {
  const mains = pidsOnMachine().filter((pid) => readOf(pid, "cmdline").includes(folder));
  return [...mains, ...mains.flatMap(childrenWith)];
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
