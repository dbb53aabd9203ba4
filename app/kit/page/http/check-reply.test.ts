import { afterEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { log } from "~/kit/ground/log.server";
import { api, callsByPath, dispatch, publicEndpoint } from "./api.server";
import { findReplyFaults } from "./check-reply.server";

const Row = z.object({ name: z.string(), parts: z.array(z.object({ at: z.number() })) });

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it("finds what a reply has beside what is documented, what it lacks and what its schema would change", () => {
  const sent = { name: "一车队", parts: [{ at: 1, phone: "138" }], leader: "张三" };
  expect(findReplyFaults(Row, sent)).toEqual(["parts.0.phone: not documented", "leader: not documented"]);
  expect(findReplyFaults(Row, { name: 1, parts: [] })).toEqual([expect.stringMatching(/^name: /)]);
  expect(findReplyFaults(z.object({ at: z.coerce.string() }), { at: 5 })).toEqual(["at: not as it is sent"]);
  expect(findReplyFaults(Row, { name: "一车队", parts: [{ at: 1 }] })).toEqual([]);
});

it("finds moments and days that are written for people where the name of the field says that programs read them", () => {
  const Task = z.object({ createdAt: z.string(), endDate: z.string(), localTime: z.string(), at: z.number() });
  const sent = { createdAt: "2026-05-01T08:00:00Z", endDate: "2026-05-01", localTime: "2026-05-01 16:00", at: 3 };
  expect(findReplyFaults(Task, sent)).toEqual([]);
  expect(findReplyFaults(Task, { ...sent, createdAt: "2026-05-01 16:00", endDate: "5月1日" })).toEqual([
    "createdAt: no date-time",
    "endDate: no date",
  ]);
  // What the columns of a node's type are called is their own.
  const Node = z.object({ extra: z.record(z.string(), z.string()) });
  expect(findReplyFaults(Node, { extra: { beginTime: "08:30" } })).toEqual([]);
});

it("refuses such a reply in tests, and logs every hundredth of a running program, once for each call", async () => {
  const leaky = publicEndpoint(z.object({}), Row, () => Promise.resolve({ name: "一车队", parts: [], leader: "张三" }));
  const calls = callsByPath([api("/api/check", { leaky })]);
  const ask = async () => {
    const request = new Request("http://127.0.0.1/api/check/leaky", { method: "POST", body: "{}" });
    const context = { requestId: "check", clientAddress: "192.0.2.1", cspNonce: "" };
    return (await (await dispatch(calls, request, context)).json()) as { code: number; data: unknown };
  };
  const logged = vi.spyOn(log, "error").mockImplementation(() => undefined);
  expect((await ask()).code).toBe(500);
  logged.mockClear();
  vi.stubEnv("NODE_ENV", "production");
  for (let nth = 0; nth < 300; nth++) expect((await ask()).code).toBe(200);
  await expect.poll(() => logged.mock.calls.length).toBeGreaterThan(0);
  expect(logged.mock.calls).toEqual([
    [{ path: "/api/check/leaky", faults: ["leader: not documented"] }, "a call answers what it does not document"],
  ]);
});
