import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { readPackage } from "~/transit/announcements/packages/read-package.server";
import { beginTrip, drive, type Fix, prepareTerminal, type Terminal } from "~/transit/announcements/terminal";

/** The part of a terminal that speaks: opens the package that came and plays its nodes as the bus drives. */
export class Announcer {
  played = 0;
  private terminal: Terminal | undefined;
  private trip = beginTrip();

  /** Opens a package and drives on with it; false where it cannot be used, and the one before stays. */
  async load(bytes: Buffer): Promise<boolean> {
    const folder = await mkdtemp(path.join(tmpdir(), "bus-terminal-"));
    try {
      const file = path.join(folder, "package.zip");
      await writeFile(file, bytes);
      const { line } = await readPackage(file);
      this.terminal = prepareTerminal(
        line.nodes.filter(({ isBroadcast }) => isBroadcast),
        line.isLoop,
      );
      this.trip = beginTrip();
      return true;
    } catch {
      return false;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  drive(fix: Fix): void {
    if (!this.terminal) return;
    const { trip, fired } = drive(this.terminal, this.trip, fix);
    this.trip = trip;
    if (fired !== null) this.played += 1;
  }
}
