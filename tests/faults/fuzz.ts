import { parseArgs } from "node:util";
import { atLeast, atMost, type Figure, reported } from "../bench/figure";
import { fuzz as run, type Met } from "../fuzz/fuzz";
import type { Program } from "./program";

/** Requests that follow from a seed, to every call and every form of the running program: `--count`, `--seed`, `--only N`. */
export async function fuzz(program: Program, password: string, words: string[]): Promise<Figure[]> {
  const { values } = parseArgs({
    args: words,
    options: { count: { type: "string" }, seed: { type: "string" }, only: { type: "string" } },
  });
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  const count = Number(values.count ?? 20_000);
  console.error(`seed ${seed}`);
  const began = performance.now();
  const { url, folder } = program;
  const told = await run({
    url,
    password,
    seed,
    count,
    places: [process.cwd(), folder],
    ...(values.only !== undefined && { only: Number(values.only) }),
    complain: (fault) => console.error(fault),
    progress: ({ requests, faults, calls, forms }) =>
      console.error(
        `${requests} requests, ${faults.length} faults, ${calls.accepted} calls and ${forms.accepted} forms of ${forms.all} accepted`,
      ),
  });
  const of = (kind: (fault: string) => boolean) => told.faults.filter(kind).length;
  const isFault = (fault: string) => /^(status 5|code 500|no answer)/.test(fault);
  const isSlow = (fault: string) => fault.startsWith("slow");
  console.error(JSON.stringify({ statuses: told.statuses, enteredAgain: told.enteredAgain }));
  return [
    reported("seed of the fuzz", seed),
    reported("requests of the fuzz", told.requests, "requests"),
    reported("pages and lists read for them", told.reads, "requests"),
    reported("time of the fuzz", Math.round((performance.now() - began) / 1000), "s"),
    atMost("answered 5xx or not at all", of(isFault), 0, "answers"),
    atMost("answered after more than 5 s", of(isSlow), 0, "answers"),
    reported("slowest answer", told.slowestMs, "ms"),
    atMost(
      "answered in another shape, without words or with what is inside",
      of((one) => !isFault(one) && !isSlow(one)),
      0,
      "answers",
    ),
    atMost("errors in the program's log", program.times(/^\{"level":[56]0/gm), 0, "lines"),
    ...share("calls", told.calls, values.only === undefined && count >= 5000),
    ...share("forms", told.forms, values.only === undefined && count >= 5000),
    reported("kinds of pages", told.pages.all, "kinds"),
  ];
}

/** How deep the fuzz reaches: what accepts nothing of it is tried at its first checks only. */
function share(what: string, { all, met, accepted, neverAccepted }: Met, isWhole: boolean): Figure[] {
  console.error(`${what} that accepted nothing: ${neverAccepted.join(", ")}`);
  const percent = Math.round((1000 * accepted) / all) / 10;
  return [
    reported(`${what} there are`, all, what),
    reported(`${what} met`, met, what),
    isWhole
      ? atLeast(`${what} that accepted a request`, percent, 80, "%")
      : reported(`${what} that accepted a request`, percent, "%"),
  ];
}
