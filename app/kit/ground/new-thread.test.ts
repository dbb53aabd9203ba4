import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

it("compiles a thread's code in that thread, and the first thread's beside it", async () => {
  const keepBusy = (name: string) => `
    function ${name}(n) { let sum = 0; for (let at = 0; at < n; at++) sum += at % 7.5; return sum; }
    for (let at = 0; at < 3000; at++) ${name}(1000);`;
  const program = `
    import { newThread } from "./app/kit/ground/new-thread.server.ts";
    const thread = newThread(${JSON.stringify(`${keepBusy("inThread")} import("node:worker_threads").then(({ parentPort }) => parentPort.postMessage(0))`)}, { eval: true });
    await new Promise((go) => thread.once("message", go));
    await thread.terminate();
    ${keepBusy("inFirst")}`;
  const options = ["--trace-opt", "--import", "tsx", "--input-type=module", "-e", program];
  const { stdout } = await promisify(execFile)(process.execPath, options, { maxBuffer: 2 ** 26 });
  const kindsOf = (name: string) => [
    ...new Set(
      stdout
        .split("\n")
        .filter((line) => line.includes(`compiling method`) && line.includes(`JSFunction ${name} `))
        .map((line) => /k(Concurrent|Synchronous)/.exec(line)?.[1]),
    ),
  ];
  expect(kindsOf("inThread")).toEqual(["Synchronous"]);
  expect(kindsOf("inFirst")).toEqual(["Concurrent"]);
});
