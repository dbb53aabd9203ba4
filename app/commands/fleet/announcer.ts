import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { settings } from "~/kit/ground/settings.server";
import type { CompiledNode } from "~/transit/announcements/model";
import { clockIn } from "~/transit/announcements/node-extra";
import { readPackage } from "~/transit/announcements/packages/read-package.server";
import { beginTrip, drive, type Fix, prepareTerminal, type Terminal } from "~/transit/announcements/terminal";

export type OpenedPackage = Terminal<CompiledNode>;

/** The part of a terminal that speaks: plays the nodes of the package in use as the bus drives. */
export class Announcer {
  played = 0;
  private package: OpenedPackage | undefined;
  private trip = beginTrip();

  constructor(private readonly plays?: (node: CompiledNode) => void) {}

  /** Drives on with another package from now on. */
  use(opened: OpenedPackage): void {
    this.package = opened;
    this.trip = beginTrip();
  }

  drive(fix: Fix): void {
    if (!this.package) return;
    const { trip, fired } = drive(this.package, this.trip, fix);
    this.trip = trip;
    if (fired === null) return;
    this.played += 1;
    this.plays?.(this.package.nodes[fired]!);
  }
}

/** Opens a package as a terminal does; undefined where it cannot be used. */
export async function openPackage(bytes: Buffer): Promise<OpenedPackage | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), "bus-terminal-"));
  try {
    const file = path.join(folder, "package.zip");
    await writeFile(file, bytes);
    const { line } = await readPackage(file);
    const heard = line.nodes.filter(({ isBroadcast }) => isBroadcast);
    return prepareTerminal(heard, line.isLoop, { clock: clockIn(settings().OPERATOR_TIME_ZONE) });
  } catch {
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
