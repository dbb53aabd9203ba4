import path from "node:path";
import { createVitest } from "vitest/node";

/** How a test file ended: with the title of the first test that failed, or null. */
export interface Outcome {
  failed: string | null;
}

/** What is asked: a test file, after these sources have changed. */
export interface Order {
  test: string;
  changed: string[];
}

const root = process.cwd();
// The server that the tests find in their environment is there already.
Object.assign(globalThis, { __testServer: Promise.resolve(async () => undefined) });

/** One Vitest for many runs, in the folder of the copy: what it has transformed it keeps, and each run has a new process. */
const vitest = await createVitest(
  "test",
  {
    root,
    config: path.join(root, "tests/vitest.config.ts"),
    watch: false,
    bail: 1,
    maxWorkers: 1,
    minWorkers: 1,
    reporters: [{}],
  },
  { cacheDir: path.join(root, ".cache/vite") },
);

process.on("disconnect", () => process.exit());
process.on("message", (order: Order) => void run(order).then((failed) => process.send!({ failed } satisfies Outcome)));
process.send!("ready");

async function run({ test, changed }: Order): Promise<string | null> {
  for (const file of changed) vitest.invalidateFile(path.join(root, file));
  const specifications = (await vitest.globTestSpecifications([test])).filter(
    ({ moduleId }) => path.relative(root, moduleId) === test,
  );
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const ran = testModules.find(({ moduleId }) => path.relative(root, moduleId) === test);
  for (const failed of ran?.children.allTests("failed") ?? []) return failed.fullName;
  const errors = [...(ran?.errors() ?? []), ...(unhandledErrors as Error[])];
  if (ran?.state() === "passed" && errors.length === 0) return null;
  return errors[0]?.message.split("\n", 1)[0] ?? "(it did not run)";
}
