import { setTimeout as sleep } from "node:timers/promises";
import { writeArchive } from "./files/write-archive.server";
import { contain, own, surviveFaults } from "./faults.server";

const say = (...words: string[]) => process.stdout.write(`${words.join(" ")}\n`);

/** A process in which things throw where nobody catches them; told what to do by its arguments. */
const works: Record<string, () => Promise<void> | void> = {
  async owned() {
    own({ what: "a request", end: (error) => say("ended", (error as Error).message) }, () => {
      setTimeout(() => {
        throw new Error("in a timer");
      });
    });
    await sleep(50);
    say("goes on");
  },
  async unowned() {
    setTimeout(() => {
      throw new Error("of nobody");
    });
    Promise.reject(new Error("seen by nobody"));
    await sleep(50);
    say("goes on");
  },
  async contained() {
    const end = (error: unknown) => say("ended", (error as Error).message);
    setImmediate(
      contain(
        "a throw",
        () => {
          throw new Error("thrown");
        },
        end,
      ),
    );
    setImmediate(contain("a promise", () => Promise.reject(new Error("rejected")), end));
    await sleep(50);
    say("goes on");
  },
  async again() {
    for (let time = 0; time < 100; time++) {
      setImmediate(fail);
      await sleep(1);
    }
    say("goes on");
  },
  early() {
    hasStarted = false;
    setImmediate(fail);
  },
  async archive() {
    const feed = [{ name: "a.txt", content: Buffer.from("a"), changed: new Date("1969-12-31T00:00:00Z") }];
    try {
      for await (const _ of writeArchive(feed));
    } catch (error) {
      say("ended", (error as Error).name);
    }
    say("goes on");
  },
};

let hasStarted = true;
surviveFaults({ hasStarted: () => hasStarted, stop: (code) => process.exit(code) });
await works[process.argv[2]!]!();

function fail(): never {
  throw new Error("again and again");
}
