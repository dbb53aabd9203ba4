import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { workFolder } from "./disk.server";

/** Removes what a killed process or a person who went away left in the work folder, a day old. */
export async function removeForgotten(): Promise<void> {
  const names = await readdir(workFolder()).catch(() => []);
  for (const name of names) {
    const file = path.join(workFolder(), name);
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < Date.now() - 86_400_000)
      await rm(file, { force: true, recursive: true }).catch(() => undefined);
  }
}
