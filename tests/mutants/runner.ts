import path from "node:path";
import { createVitest } from "vitest/node";

/** How a test file ended: with the title of the first test that failed, or null; and the numbers of what each test reached. */
export interface Outcome {
  failed: string | null;
  reached: [title: string, numbers: number[]][];
}

/** What is asked: a test file, or only its tests of these titles, after these sources have changed. */
export interface Order {
  test: string;
  titles?: string[];
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
process.on("message", (order: Order) => void run(order).then((outcome) => process.send!(outcome)));
process.send!("ready");

async function run({ test, titles, changed }: Order): Promise<Outcome> {
  for (const file of changed) vitest.invalidateFile(path.join(root, file));
  vitest.setGlobalTestNamePattern(titles ? patternOf(titles) : "");
  const specifications = (await vitest.globTestSpecifications([test])).filter(
    ({ moduleId }) => path.relative(root, moduleId) === test,
  );
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const ran = testModules.find(({ moduleId }) => path.relative(root, moduleId) === test);
  const tests = [...(ran?.children.allTests() ?? [])];
  const reached = tests.map((one): [string, number[]] => [
    one.fullName,
    (one.meta() as { reached?: number[] }).reached ?? [],
  ]);
  const errors = [...(ran?.errors() ?? []), ...(unhandledErrors as Error[])];
  const failed =
    tests.find((one) => one.result().state === "failed")?.fullName ??
    errors[0]?.message.split("\n", 1)[0] ??
    (ran?.state() === "passed" ? null : "(it did not run)");
  return { failed, reached };
}

/** Vitest has a space between the names of groups and of the test where a title has a sign. */
function patternOf(titles: readonly string[]): RegExp {
  const escaped = titles.map((title) =>
    title.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replaceAll(" > ", "(?: > | )"),
  );
  return new RegExp(`(?:^| )(?:${escaped.join("|")})$`);
}
