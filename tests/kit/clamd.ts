import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** In two halves, so that no scanner takes this file for it. */
export const eicar = "X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-" + "ANTIVIRUS-TEST-FILE!$H+H*";

/** How a clamd of the tests answers a file. */
export type Manner = "scans" | "hangs" | "breaks-off" | "says-nonsense" | "finds-too-large";

/** Speaks PING and INSTREAM as clamd does, and finds EICAR. */
export class FakeClamd {
  manner: Manner = "scans";
  /** The files that came in whole. */
  readonly received: Buffer[] = [];
  private readonly open = new Set<Socket>();
  private server: Server | undefined;

  async listen(socket: string): Promise<void> {
    this.server = createServer((client) => this.serve(client));
    await new Promise<void>((up) => this.server!.listen(socket, up));
  }

  async close(): Promise<void> {
    for (const client of this.open) client.destroy();
    await new Promise((down) => this.server!.close(down));
  }

  private serve(client: Socket): void {
    this.open.add(client);
    client.on("error", () => undefined).on("close", () => this.open.delete(client));
    let sent = Buffer.alloc(0);
    client.on("data", (piece) => {
      sent = Buffer.concat([sent, piece]);
      const [command = ""] = sent.toString("latin1", 0, 12).split("\0");
      if (command === "zPING") return void client.end("PONG\0");
      if (command !== "zINSTREAM") return void client.end("UNKNOWN COMMAND\0");
      if (this.manner === "breaks-off" && sent.length > 20) return void client.destroy();
      if (this.manner === "finds-too-large") return void client.end("INSTREAM size limit exceeded. ERROR\0");
      const file = filesIn(sent.subarray("zINSTREAM\0".length));
      if (!file || this.manner === "hangs") return;
      this.received.push(file);
      if (this.manner === "says-nonsense") return void client.end("stream: certainly OK\0");
      client.end(file.includes(eicar) ? "stream: Eicar-Signature FOUND\0" : "stream: OK\0");
    });
  }
}

function filesIn(sent: Buffer): Buffer | undefined {
  const pieces: Buffer[] = [];
  for (let at = 0; at + 4 <= sent.length;) {
    const length = sent.readUInt32BE(at);
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(sent.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

const program = ["/usr/sbin/clamd", "/usr/local/sbin/clamd", "/usr/bin/clamd"].find((file) => existsSync(file));

/** The real clamd, where it is installed, with a signature database of EICAR alone: it needs no internet. */
export async function startRealClamd(folder: string, socket: string): Promise<ChildProcess | undefined> {
  if (!program) return undefined;
  const database = path.join(folder, "signatures");
  mkdirSync(database, { recursive: true });
  writeFileSync(path.join(database, "test.ndb"), `Eicar-Test:0:*:${Buffer.from(eicar).toString("hex")}\n`);
  const settings = {
    LocalSocket: socket,
    DatabaseDirectory: database,
    Foreground: "yes",
    StreamMaxLength: "1M",
    MaxFileSize: "500K",
    AlertExceedsMax: "yes",
    User: "root",
  };
  const file = path.join(folder, "clamd.conf");
  writeFileSync(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name} ${value}\n`)
      .join(""),
  );
  const child = spawn(program, ["-c", file], { stdio: "ignore" });
  for (let tries = 0; tries < 1200 && !existsSync(socket); tries++) {
    if (child.exitCode !== null) throw new Error(`clamd ended with ${child.exitCode}`);
    await sleep(100);
  }
  return child;
}
