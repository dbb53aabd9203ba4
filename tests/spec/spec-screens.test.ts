import { beforeAll, describe, expect, it } from "vitest";
import { account, enter } from "../kit/accounts";
import { builtScreen, screenProofs } from "./call";
import { roomScreens } from "./room-screens";
import { notBuilt, rowsOf } from "./rows";
import { expectAsKept, skipAfterMidnight } from "../kit/said-kept";
import { build } from "../kit/visit";
import { takeWrites, watchWrites } from "../kit/written";

import.meta.glob("./screens/*.ts", { eager: true });

const named = rowsOf("screens").map(({ path }) => path!);
const derived = roomScreens.filter(([path]) => !named.includes(path));
for (const [path, proof] of derived) builtScreen(path, proof);
const rows = [...named, ...derived.map(([path]) => path)];
const listed = new Set(
  notBuilt.filter((line) => line.startsWith("screen ")).map((line) => line.slice("screen ".length)),
);
const mounted = new Set(Object.values(build.routes).map((route) => (route?.path ?? "").replace(/:\w+/g, ":")));

describe("the screens of the specification", () => {
  it.each(rows)("%s is either built and proven, or listed as not built", (path) => {
    if (listed.has(path))
      expect(screenProofs.has(path), `${path} is listed as not built, but has a proof: take it off the list`).toBe(
        false,
      );
    else expect([path, mounted.has(path.replace(/:\w+/g, ":")), screenProofs.has(path)]).toEqual([path, true, true]);
  });

  it("has no line and no proof for something that the specification does not name", () => {
    const known = new Set(rows);
    expect([...listed].filter((path) => !known.has(path))).toEqual([]);
    expect([...screenProofs.keys()].filter((path) => !known.has(path))).toEqual([]);
  });
});

const written = new Map<string, string[]>();
beforeAll(watchWrites);

describe.each([...screenProofs])("%s", (path, proof) => {
  let person: Awaited<ReturnType<typeof enter>>;
  beforeAll(async () => {
    person = await enter(await account({ isSuper: true }));
  });

  it("shows its heading and a named record", async () => {
    const page = await (await person.get(proof.at ? await proof.at(person) : path)).follow();
    expect(page.status).toBe(proof.status ?? 200);
    // Above a record's pages stands its name; what the page is called is then its title.
    const called = [page.$("h1").text(), page.title.replace(/ - [^-]*$/, "")];
    expect(called).toContainEqual(expect.stringMatching(proof.heading));
    expect(page.text).toMatch(typeof proof.shows === "function" ? proof.shows() : proof.shows);
    const nameless = page.$("table:not(:has(> caption)):not([aria-label])").get();
    expect(nameless.map((table) => page.$(table).text().slice(0, 40))).toEqual([]);
  });

  if (proof.change)
    it("does its main change", async () => {
      await takeWrites();
      await proof.change!(person);
      written.set(path, await takeWrites());
    });
});

it("the main change of each screen writes what it wrote before, and nothing else", async (test) => {
  await skipAfterMidnight(test);
  const changing = [...screenProofs.values()].filter(({ change }) => change);
  if (written.size < changing.length) test.skip("what one writes hangs on those before it: all of them must run");
  expectAsKept("written-by-screens", written);
});
