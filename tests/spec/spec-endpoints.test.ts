import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { apiCalls } from "~/calls/calls.server";
import { account, enter } from "../kit/accounts";
import { callProofs } from "./call";
import { earlierLists, mostNotBuilt, notBuilt, rowsOf } from "./rows";
import { withoutRun } from "../kit/said";
import { expectAsKept, skipAfterMidnight } from "../kit/said-kept";
import { type Visitor, visitor } from "../kit/visit";
import { takeWrites, watchWrites } from "../kit/written";
import type { Keys } from "../sweeps/addresses";
import { keysOfMostChanged, readablePaths, readCalls, readPages } from "../sweeps/readings";

import.meta.glob("./calls/*.ts", { eager: true });

const rows = rowsOf("endpoints");
const listed = new Set(notBuilt.filter((line) => !line.startsWith("screen ")));

describe("the calls of the specification", () => {
  it.each(rows.map(({ method, path }) => `${method} ${path}`))(
    "%s is either built and proven, or listed as not built",
    (row) => {
      const [method, path = ""] = row.split(" ");
      const built = apiCalls.get(path);
      if (listed.has(row))
        expect(callProofs.has(path), `${row} is listed as not built, but has a proof: take it off the list`).toBe(
          false,
        );
      else expect([row, built?.method, callProofs.has(path)]).toEqual([row, method, true]);
    },
  );

  it("has no line and no proof for something that the specification does not name", () => {
    const known = new Set(rows.map(({ method, path }) => `${method} ${path}`));
    expect([...listed].filter((line) => !known.has(line))).toEqual([]);
    const paths = new Set(rows.map(({ path }) => path));
    expect([...callProofs.keys()].filter((path) => !paths.has(path))).toEqual([]);
  });
});

describe("the list of what is not built", () => {
  it("names nothing twice", () => expect(new Set(notBuilt).size).toBe(notBuilt.length));

  it("only ever shrinks", () => {
    expect(notBuilt.length).toBeLessThanOrEqual(mostNotBuilt);
    for (const { commit, lines } of earlierLists()) {
      const added = notBuilt.filter((line) => !lines.includes(line));
      expect(added, `these were not in the list at ${commit.slice(0, 8)}`).toEqual([]);
    }
  });
});

const written = new Map<string, string[]>();
beforeAll(watchWrites);

describe.each([...callProofs])("%s", (path, proof) => {
  const call = apiCalls.get(path);
  let person: Awaited<ReturnType<typeof enter>>;
  beforeAll(async () => {
    person = await enter(await account({ isSuper: true }));
  });

  it("does what it is for", async () => {
    await takeWrites();
    await proof.success(person);
    written.set(path, await takeWrites());
  });

  // Of calls that are not open, every-endpoint.test.ts asks it.
  it.runIf(call!.permission === "public")("refuses who may not", () => {
    expect(proof.refuses, "an open call proves how it refuses, if it can").toBeDefined();
    return proof.refuses!(visitor());
  });

  it("names the one field that is wrong", async () => {
    if (!proof.bad) {
      const { properties = {} } = z.toJSONSchema(call!.request, { io: "input", unrepresentable: "any" }) as {
        properties?: object;
      };
      expect(Object.keys(properties), "only a call without fields needs no bad one").toEqual([]);
      return;
    }
    const { path: field, message } = proof.bad;
    const body =
      typeof proof.bad.body === "function"
        ? await (proof.bad.body as (by: typeof person) => Promise<unknown>)(person)
        : proof.bad.body;
    const answer = await person.call(path, body, call!.method);
    expect(answer).toMatchObject({ status: 200, success: false, code: 400, reason: "field" });
    expect([...new Set(answer.errors?.map((error) => error.path))]).toEqual([field]);
    expect(answer.errors?.[0]?.message).toMatch(message);
  });
});

it("each proof of a call writes what it wrote before, and nothing else", async (test) => {
  await skipAfterMidnight(test);
  if (written.size < callProofs.size) test.skip("what one writes hangs on those before it: all of them must run");
  expectAsKept("written-by-calls", written);
});

describe("after all proofs, of the records that they changed most,", () => {
  let reader: Visitor;
  let changed: Keys;
  beforeAll(async () => {
    reader = await enter(await account({ isSuper: true, called: "reader" }));
    changed = await keysOfMostChanged();
  });
  // Accounts of the tests stand on pages of users and roles in the order of what chance has called them; imports take their time.
  const ofRecords = () =>
    readablePaths().filter((path) => path.includes("/:") && !/^\/(system\/(user|role)|excel\/)/.test(path));

  it.for([
    ["pages", () => readPages(reader, ofRecords(), changed)],
    ["calls", () => readCalls(reader, changed)],
  ] as const)("%s say what they said before, and nothing else", async ([name, read], test) => {
    await skipAfterMidnight(test);
    if (written.size < callProofs.size) test.skip("what was changed hangs on all proofs");
    const said = [...(await read())].map(([at, lines]) => [at, lines.map(withoutRun)] as const);
    expectAsKept(`after-proofs-${name}`, new Map(said));
  });
});
