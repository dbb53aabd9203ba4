import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const sample = fileURLToPath(new URL("faults.sample.ts", import.meta.url));

/** What such a process says for people, and how it ends. */
function run(work: string): Promise<{ code: number | null; said: string[] }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ["--import", "tsx", sample, work], (_, stdout) =>
      resolve({
        code: child.exitCode,
        said: stdout.split("\n").filter((line) => line !== "" && !line.startsWith("{")),
      }),
    );
  });
}

it.each([
  ["a throw in a callback ends what it belongs to", "owned", ["ended in a timer", "goes on"]],
  ["a throw and a rejection that belong to nothing end nothing", "unowned", ["goes on"]],
  ["what is contained is told to whom it concerns", "contained", ["ended thrown", "ended rejected", "goes on"]],
  ["what yazl throws in callbacks of its own ends the archive", "archive", ["ended RangeError", "goes on"]],
])("%s", async (_, work, said) => {
  expect(await run(work)).toEqual({ code: 0, said });
});

it.each([
  ["the same fault that comes again and again stops the process", "again"],
  ["a fault before the start is done stops the process", "early"],
])("%s", async (_, work) => {
  expect(await run(work)).toEqual({ code: 1, said: [] });
});
