import { readFileSync } from "node:fs";
import path from "node:path";
import { addProbes } from "./add-probes";
import type { Fault } from "./find-faults";
import { root, type Stage } from "./stage";
import type { TestFile } from "./which-tests";

/** A fault, its number among those of the run, and the text of its file with it. */
export interface Planted {
  number: number;
  fault: Fault;
  text: string;
}

/** Which test noticed a fault, if any, and how many tests reached its function. */
export interface Verdict {
  by: string | undefined;
  reachedBy: number;
}

type Reached = [title: string, numbers: number[]][];

/** Judges faults by tests, of which only those are run on a fault that reach the function it stands in. */
export class Trial {
  private readonly probed = new Map<string, string>();
  /** What tests reach without being seen: faults that stand in no function, or are also in a thread or a program beside the pages. */
  private readonly unseen = new Set<number>();
  /** By test file: what each of its tests reaches; null where it does not pass without a fault. */
  private readonly known = new Map<string, Reached | null>();
  private readonly passAlone = new Map<string, boolean>();
  /** By test file: in how many seconds a run that has not ended hangs; on a busy machine a healthy one takes long too. */
  private readonly patience = new Map<string, number>();

  constructor(
    private readonly stage: Stage,
    private readonly faults: readonly Planted[],
    private readonly limit: number,
    beside: (file: string) => boolean,
  ) {
    for (const file of this.files()) {
      const there = faults.filter(({ fault }) => fault.file === file);
      const places = there.map(({ number, fault: { start } }) => ({ number, start }));
      const { text, outside } = addProbes(file, read(file), places);
      this.probed.set(file, text);
      for (const number of beside(file) ? there.map((one) => one.number) : outside) this.unseen.add(number);
    }
  }

  /** Runs these tests on a fault until one notices it, so many files that reach it have run, or the time is over; undefined where none of them passes without it. */
  async judge(planted: Planted, tests: readonly TestFile[], mostFiles: number): Promise<Verdict | undefined> {
    let [reachedBy, spent, passing, ran] = [0, 0, 0, 0];
    // Looking whether a file reaches it costs a run of the file once, for all faults.
    for (const one of tests.slice(0, 8 * mostFiles)) {
      const reached = await this.findReached(one);
      if (!reached) continue;
      passing += 1;
      const titles = reached.filter(([, numbers]) => numbers.includes(planted.number)).map(([title]) => title);
      reachedBy += titles.length;
      if (titles.length === 0 && !this.unseen.has(planted.number)) continue;
      const began = performance.now();
      const isWhole = titles.length === 0 || comparesAtItsEnd(one);
      const title = await this.notice(planted, one, isWhole ? undefined : titles);
      if (title) return { by: `${one.test} > ${title}`, reachedBy };
      spent += performance.now() - began;
      if (spent > this.limit * 1000 || ++ran === mostFiles) break;
    }
    return passing > 0 ? { by: undefined, reachedBy } : undefined;
  }

  /** The title of the first of these tests that fails on a fault and passes without it. */
  private async notice({ fault, text }: Planted, one: TestFile, titles?: string[]): Promise<string | undefined> {
    this.putAll(fault.file, text);
    const patience = this.patience.get(one.test)!;
    const outcome = await this.stage.run(one, patience, titles);
    if (!outcome) return `(takes more than ${patience} s)`;
    if (outcome.failed === null || !titles || (await this.passesAlone(one, outcome.failed, titles)))
      return outcome.failed ?? undefined;
    // It needs what tests before it have left.
    this.putAll(fault.file, text);
    const whole = await this.stage.run(one, patience);
    return whole ? (whole.failed ?? undefined) : `(takes more than ${patience} s)`;
  }

  private async passesAlone(one: TestFile, title: string, titles: string[]): Promise<boolean> {
    const name = `${one.test} > ${title}`;
    const known = this.passAlone.get(name);
    if (known !== undefined) return known;
    this.putAll();
    const outcome = await this.stage.run(one, this.patience.get(one.test)!, titles.includes(title) ? [title] : titles);
    this.passAlone.set(name, outcome?.failed === null);
    return outcome?.failed === null;
  }

  /** What the tests of a file reach; the file is run without a fault when it is first asked for, and left out when it does not pass. */
  private async findReached(one: TestFile): Promise<Reached | null> {
    const known = this.known.get(one.test);
    if (known !== undefined) return known;
    for (const [file, text] of this.probed) this.stage.put(file, text);
    const began = performance.now();
    const outcome = await this.stage.run(one, 5 * this.limit);
    this.patience.set(one.test, Math.ceil(20 + (4 * (performance.now() - began)) / 1000));
    if (outcome?.failed !== null)
      console.log(`left out ${one.test}: without a fault ${outcome ? `fails ${outcome.failed}` : "it takes too long"}`);
    const reached = outcome?.failed === null ? outcome.reached : null;
    this.known.set(one.test, reached);
    return reached;
  }

  /** All as it is in the working tree, but for one file where it is given. */
  private putAll(planted?: string, text = ""): void {
    for (const file of this.files()) this.stage.put(file, file === planted ? text : read(file));
  }

  private files(): Set<string> {
    return new Set(this.faults.map(({ fault }) => fault.file));
  }
}

/** Whether its last test compares what all before it have written. */
const comparesAtItsEnd = ({ test }: TestFile) => read(test).includes("watchWrites");

const read = (file: string) => readFileSync(path.join(root, file), "utf8");
