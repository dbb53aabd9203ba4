import { busSource } from "~/domains/buses/source.server";
import { stationSource } from "~/domains/stations/source.server";
import { ordersOf } from "~/kit/room/source-sql.server";
import { atMost, type Figure, percentile, reported } from "./figure";
import type { Visitor } from "./visitor";

/** A signed-in person before a list of so many rows. */
export interface Grown {
  rows: number;
  visitor: Visitor;
}

interface Case {
  name: string;
  /** The address, which may depend on how many rows there are. */
  path(rows: number): string;
}

const repeats = 15;
const stations = "/station/station-management";
const buses = "/bus/bus-management";
const rowsOnPage = 50;

/** What people type: a kind of place (many), a part of a name (some), initials. */
const terms = ["医院", "松林", "富农", "rm", "dh"];

/** The same page of lists that hold ever more rows, each with a process of the program, asked in turn: medians and how they grow. */
export async function* growthFigures(sizes: Grown[]): AsyncGenerator<Figure> {
  for (const [list, path, source] of [
    ["stations", stations, stationSource],
    ["buses", buses, busSource],
  ] as const) {
    yield* compare(sizes, 1.5, { name: `${list}, first page`, path: () => path });
    yield* compare(sizes, 1.5, { name: `${list}, last page`, path: (rows) => `${path}?page=${rows / rowsOnPage}` });
    for (const id of Object.keys(ordersOf(source, { orgScope: "all" }).order))
      for (const sort of [id, `-${id}`])
        yield* compare(sizes, 1.5, { name: `${list}, by ${sort}`, path: () => `${path}?sort=${sort}` });
  }
  yield* compare(sizes, 3, { name: "stations, page 200", path: () => `${stations}?page=200` });
  for (const term of terms) {
    const path = `${stations}?keyword=${encodeURIComponent(term)}`;
    yield reported(`search ${term}: rows found in the largest`, await found(sizes.at(-1)!.visitor, path));
    yield* compare(sizes, 3, { name: `search ${term}`, path: () => path });
    yield* compare(sizes, 3, { name: `search ${term} of a kind`, path: () => `${path}&staKind=2` });
  }
  yield* compare(sizes, 3, { name: "buses of a line", path: () => `${buses}?lineName=${encodeURIComponent("1路")}` });
}

async function* compare(sizes: Grown[], bound: number, { name, path }: Case): AsyncGenerator<Figure> {
  const times = sizes.map(() => [] as number[]);
  const places = sizes.map((_, place) => place);
  for (let round = -3; round < repeats; round++) {
    for (const place of round % 2 ? places : [...places].reverse()) {
      const { rows, visitor } = sizes[place]!;
      const { ms } = await visitor.visit(path(rows));
      if (round >= 0) times[place]!.push(ms);
    }
  }
  const medians = times.map((some) => percentile(some, 0.5));
  for (const [place, { rows }] of sizes.entries())
    yield reported(`${name}: p50 at ${words(rows)}`, medians[place]!, "ms");
  for (const place of places.slice(1))
    yield atMost(
      `${name}: ${words(sizes[place]!.rows)} / ${words(sizes[place - 1]!.rows)}`,
      medians[place]! / medians[place - 1]!,
      bound,
      "x",
    );
}

const words = (rows: number) => `${rows.toLocaleString("en")} rows`;

/** The number that the page itself shows; the list counts to 10,000 and says when there are more. */
async function found(visitor: Visitor, path: string): Promise<number> {
  const html = (await visitor.visit(path)).html();
  return Number(/(?:共|至少)(?:<!-- -->|\s)*([\d,]+)/.exec(html)?.[1]?.replaceAll(",", "") ?? NaN);
}
