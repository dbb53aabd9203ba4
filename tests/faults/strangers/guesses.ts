import { spawn } from "node:child_process";
import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { atMost, type Figure, percentile, reported } from "../../bench/figure";
import { Client } from "../../kit/client";
import { login } from "../api";
import type { Program } from "../program";
import type { Attack } from "./attack";

const tries = 500;
const watchedMs = 10_000;

/** Passwords guessed 500 at once by a process of its own, the right one among them, while four people at another address ask for pages. */
export async function guesses(program: Program, password: string): Promise<Figure[]> {
  const token = await login(program.url, password);
  const people = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const person = new Client(program.url, { address: "127.0.0.2" });
      await person.get(`/?token=${token}`);
      return person;
    }),
  );
  await pagesUntil(people, sleep(3000));
  const before = await pagesUntil(people, sleep(watchedMs));
  const attacks: Attack[] = [];
  const during: number[] = [];
  for (const how of ["call", "page"] as const) {
    const attack = await startAttack(program.url, password, how);
    const ended = attack.begin();
    during.push(...(await pagesUntil(people, Promise.all([ended, sleep(watchedMs)]))));
    attacks.push(await ended);
  }
  const p99 = (times: number[]) => Math.round(percentile(times, 0.99));
  const sum = (name: Exclude<keyof Attack, "ms">) => attacks.reduce((total, attack) => total + attack[name], 0);
  console.error(JSON.stringify({ attacks, asked: { before: before.length, during: during.length } }));
  return [
    atMost(`tries judged of ${tries} at once, and again ${tries}`, sum("judged"), 5, "tries"),
    atMost("guesses that let in", sum("letIn"), 0, "tries"),
    atMost("guesses answered as a fault", sum("faults"), 0, "tries"),
    reported("others' pages in 10 s before the guesses, p99", p99(before), "ms"),
    atMost(`others' pages in the 10 s that begin with ${tries} guesses, p99`, p99(during), 2 * p99(before), "ms"),
    reported("others' pages then, the longest", Math.round(Math.max(...during)), "ms"),
  ];
}

/** How long each page took that these people asked for, one after the other. */
async function pagesUntil(people: Client[], end: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let over = false;
  void end.finally(() => (over = true)).catch(() => undefined);
  await Promise.all(
    people.map(async (person) => {
      do {
        const began = performance.now();
        const page = await person.get("/station/station-management");
        if (page.status !== 200) throw new Error(`a page answered ${page.status}`);
        times.push(performance.now() - began);
      } while (!over);
    }),
  );
  return times;
}

async function startAttack(url: string, password: string, how: "call" | "page") {
  const file = fileURLToPath(new URL("attack.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", file, url, password, how, String(tries)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  await lines.next();
  return {
    async begin(): Promise<Attack> {
      child.stdin.end("go\n");
      const gone = once(child, "exit");
      const told = await lines.next();
      await gone;
      return JSON.parse(told.value ?? "null") as Attack;
    },
  };
}
