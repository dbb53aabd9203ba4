import { redirect } from "@remix-run/node";
import { sql } from "kysely";
import { expect, it } from "vitest";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, newKey } from "~/kit/data/db/pool.server";
import { answerOnce } from "./answer-once.server";
import { redirectWith } from "./redirect.server";

const viewer = { userId: newKey() } as Viewer;

/** Presses a form's button; `run` is what its page does. */
function press(
  fields: Record<string, string>,
  run: (request: Request) => unknown,
  by = viewer,
  { query = "", signal }: { query?: string; signal?: AbortSignal } = {},
) {
  const url = new URL(`http://127.0.0.1/x/edit${query}`);
  const request = new Request(url, { method: "POST", body: new URLSearchParams(fields), signal });
  return answerOnce({ request, url, viewer: by }, run) as Promise<Response>;
}

/** What a page does: it takes a moment, and its answer tells which time it was. */
function counted(answer: (times: number) => unknown = (times) => redirect(`/x/${times}`)) {
  let times = 0;
  return {
    times: () => times,
    run: async (request: Request) => {
      await request.text();
      const nth = (times += 1);
      await new Promise((done) => setTimeout(done, 50));
      return answer(nth);
    },
  };
}

const past = (seconds: number) =>
  sql`update answered_post set at = at - make_interval(secs => ${seconds})`.execute(db());

it("is done once, however many press at once or a moment later, and all are led where the first was", async () => {
  const { run, times } = counted((nth) => redirectWith(new Request("http://127.0.0.1/"), "已保存", `/x/${nth}`));
  const form = { once: newKey(), name: "甲" };
  const answers = [...(await Promise.all([1, 2, 3, 4].map(() => press(form, run)))), await press(form, run)];
  expect(times()).toBe(1);
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
  expect(new Set(answers.map(({ headers }) => headers.get("location")))).toEqual(new Set(["/x/1"]));
  expect(new Set(answers.map(({ headers }) => headers.get("set-cookie"))).size).toBe(1);
});

it("is done again with other contents, from another page, by another person, at another address, and without the field", async () => {
  const { run, times } = counted();
  const form = { once: newKey(), name: "甲" };
  await press(form, run);
  await press({ ...form, name: "乙" }, run);
  await press({ ...form, once: newKey() }, run);
  await press(form, run, { userId: newKey() } as Viewer);
  await press(form, run, viewer, { query: "?verb=remove" });
  await press({ name: "甲" }, run);
  await press({ name: "甲" }, run);
  expect(times()).toBe(7);
});

it("is done again when it was refused, answered by a page, ended in a fault, or set more than a message", async () => {
  const refusing = counted((nth) => ({ nth }));
  const form = () => ({ once: newKey(), name: "甲" });
  const refused = form();
  const answers = await Promise.all([1, 2].map(() => press(refused, refusing.run)));
  expect(answers).toHaveLength(2);
  expect(answers).toEqual(expect.arrayContaining([{ nth: 1 }, { nth: 2 }]));
  const failing = counted((nth) => {
    if (nth === 1) throw new Error("broken");
    return redirect("/x");
  });
  const broken = form();
  await expect(press(broken, failing.run)).rejects.toThrow("broken");
  expect((await press(broken, failing.run)).headers.get("location")).toBe("/x");
  const signing = counted(() => redirect("/", { headers: { "Set-Cookie": "bus_session=secret" } }));
  const session = form();
  for (const _ of [1, 2]) await press(session, signing.run);
  expect(signing.times()).toBe(2);
  expect((await sql`select from answered_post where flash like '%secret%'`.execute(db())).rows).toEqual([]);
});

it("is done again ten seconds later, and a minute later where the first has not come to an end", async () => {
  const { run, times } = counted();
  const form = { once: newKey(), name: "甲" };
  await press(form, run);
  await past(5);
  await press(form, run);
  expect(times()).toBe(1);
  await past(6);
  await press(form, run);
  expect(times()).toBe(2);
  const stuck = { once: newKey(), name: "甲" };
  let free = () => {};
  const first = press(stuck, () => new Promise<Response>((done) => (free = () => done(redirect("/x/late")))));
  await expect
    .poll(async () => (await sql`select from answered_post where location is null`.execute(db())).rows.length)
    .toBe(1);
  const signal = AbortSignal.timeout(200);
  await expect(press(stuck, run, viewer, { signal }), "a window that is closed").rejects.toThrow(/abort/);
  await past(61);
  expect((await press(stuck, run)).headers.get("location")).toBe("/x/3");
  free();
  await first;
});

it("knows a form with a small file again, though each press has another boundary, and leaves a large one alone", async () => {
  const { run, times } = counted();
  const send = async (size: number, once: string) => {
    const sent = new FormData();
    sent.append("once", once);
    sent.append("file", new File(["x".repeat(size)], "a.csv"));
    const whole = new Response(sent);
    const body = await whole.arrayBuffer();
    const headers = { "content-type": whole.headers.get("content-type")!, "content-length": String(body.byteLength) };
    const url = new URL("http://127.0.0.1/x");
    return answerOnce({ request: new Request(url, { method: "POST", headers, body }), url, viewer }, run);
  };
  const [small, large] = [newKey(), newKey()];
  for (const _ of [1, 2]) await send(1000, small);
  expect(times()).toBe(1);
  for (const _ of [1, 2]) await send(2_000_001, large);
  expect(times()).toBe(3);
});
