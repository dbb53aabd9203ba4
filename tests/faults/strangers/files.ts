import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { atMost, type Figure } from "../../bench/figure";
import { hostileFiles } from "../../hostile/files";
import { mostMegabytes, mostSeconds } from "../../hostile/hostile-file";

/** Seconds and peak memory that each file made to hurt costs, its reader in a process of its own. */
export async function files(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, reader, says } of hostileFiles) {
    const { words, seconds, megabytes } = await Promise.resolve(read(name));
    const answered = says.test(words);
    console.error(`${name}: ${words.slice(0, 120)}`);
    figures.push(
      atMost(`${name}: answered otherwise`, answered ? 0 : 1, 0, "times"),
      atMost(`${name}: seconds`, Math.round(seconds * 10) / 10, costs(name) ?? mostSeconds[reader], "s"),
      atMost(`${name}: growth at its peak`, megabytes, mostMegabytes[reader], "MB"),
    );
  }
  return figures;
}

/** Files that are large themselves may take longer than those that only claim to be. */
const costs = (name: string) => (hostileFiles.find((file) => file.name === name)!.costly ? 30 : undefined);

const script = fileURLToPath(new URL("../../hostile/read-one.ts", import.meta.url));

function read(name: string): { words: string; seconds: number; megabytes: number } {
  const told = execFileSync(process.execPath, ["--import", "tsx", script, name], {
    encoding: "utf8",
    timeout: 120_000,
  });
  return JSON.parse(told.trim().split("\n").at(-1)!) as { words: string; seconds: number; megabytes: number };
}
