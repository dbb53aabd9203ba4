import { once } from "node:events";
import { expect, it } from "vitest";
import { endThread, giveBackThread, takeThread } from "./reader-threads.server";

const folder = "app/kit/page/sheets";
const program = { name: "sheet-worker", entry: `${folder}/read-sheet.worker.ts`, folders: [folder] };
const kept = { ...program, keptFor: 60_000 };

it("a thread that is kept takes the next work of its program and size, and no other", async () => {
  const first = await takeThread(kept, 100);
  const beside = await takeThread(kept, 100);
  expect(beside.worker).not.toBe(first.worker);
  await giveBackThread(first, kept);
  const larger = await takeThread(kept, 200);
  expect(larger.worker).not.toBe(first.worker);
  expect((await takeThread(kept, 100)).worker).toBe(first.worker);
  for (const one of [first, beside, larger]) await endThread(one);
});

it("a thread ends once nobody came in time, or at once where its program keeps none", async () => {
  for (const keptFor of [20, undefined]) {
    const thread = await takeThread({ ...program, keptFor }, 100);
    const ended = once(thread.worker, "exit");
    await giveBackThread(thread, { ...program, keptFor });
    await ended;
    const next = await takeThread({ ...program, keptFor }, 100);
    expect(next.worker).not.toBe(thread.worker);
    await endThread(next);
  }
});
