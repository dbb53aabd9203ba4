import { atMost, type Figure, percentile, reported } from "./figure";
import { stationList } from "./full-menu";
import type { Visitor } from "./visitor";

interface Case {
  name: string;
  /** The query at 10,000 rows and at 1,000,000. */
  few: string;
  many: string;
}

const repeats = 40;
/** What people type: a kind of place (many), a part of a name (some), initials. */
const terms = ["医院", "松林", "富农", "rm", "dh"];

/** The same page on two databases by two processes of the program, asked in turn: medians and their ratio. */
export async function* growthFigures(few: Visitor, many: Visitor): AsyncGenerator<Figure> {
  yield* compare({ name: "first page", few: "", many: "" }, few, many);
  yield* compare(
    { name: "page 1,000 (at 10,000 rows the last, page 200)", few: "?page=200", many: "?page=1000" },
    few,
    many,
  );
  for (const term of terms) {
    const query = `?keyword=${encodeURIComponent(term)}`;
    yield reported(`search ${term}: rows found at 1,000,000`, await found(many, query));
    yield* compare({ name: `search ${term}`, few: query, many: query }, few, many);
  }
}

async function* compare({ name, ...queries }: Case, few: Visitor, many: Visitor): AsyncGenerator<Figure> {
  const sides = [
    { visitor: few, path: stationList + queries.few, times: [] as number[] },
    { visitor: many, path: stationList + queries.many, times: [] as number[] },
  ] as const;
  for (let round = -5; round < repeats; round++) {
    for (const side of round % 2 ? sides : [...sides].reverse()) {
      const { ms } = await side.visitor.visit(side.path);
      if (round >= 0) side.times.push(ms);
    }
  }
  const [small, large] = sides.map((side) => percentile(side.times, 0.5)) as [number, number];
  yield reported(`${name}: p50 at 10,000 rows`, small, "ms");
  yield reported(`${name}: p50 at 1,000,000 rows`, large, "ms");
  yield atMost(`${name}: p50 at 1,000,000 rows / at 10,000`, large / small, 3, "x");
}

/** The number that the page itself shows; the list counts to 10,000 and says when there are more. */
async function found(visitor: Visitor, query: string): Promise<number> {
  const html = (await visitor.visit(stationList + query)).html();
  return Number(/(?:共|至少)(?:<!-- -->|\s)*([\d,]+)/.exec(html)?.[1]?.replaceAll(",", "") ?? NaN);
}
