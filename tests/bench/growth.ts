import { busSource } from "~/domains/buses/source.server";
import { stationSource } from "~/domains/stations/source.server";
import { ordersOf } from "~/kit/room/source-sql.server";
import { readPage } from "../kit/page";
import { atMost, type Figure, percentile, reported } from "./figure";
import type { Visit, Visitor } from "./visitor";

/** A signed-in person before a list of so many rows. */
export interface Grown {
  rows: number;
  visitor: Visitor;
}

interface Case {
  name: string;
  /** How much longer the next size may take. */
  step?: number;
  ask(visitor: Visitor, rows: number): Promise<Visit>;
}

/** BENCH_REPEATS=3 looks only for what is far off. */
const repeats = Number(process.env.BENCH_REPEATS ?? 9);
const rowsOnPage = 50;
const mostDatabaseMs = 50;

const lists = [
  {
    name: "stations",
    path: "/station/station-management",
    call: "/api/sta/v1.0/pageList",
    source: stationSource,
    // Kinds of place (many), a part of a name (some), initials, a code's beginning that all have, one code, nothing.
    terms: ["医院", "松林", "富农", "rm", "dh", "5000", "50001F3A", "路", "查无此站"],
    code: "50001F3A",
  },
  {
    name: "buses",
    path: "/bus/bus-management",
    call: "/api/bus/v1.0/pageList",
    source: busSource,
    terms: ["N0", "0000", "5000", "N0004321", "津A", "津A00042", "jinga", "9999", "查无此车"],
    code: "N0004321",
  },
] as const;

/** The same pages and calls of lists that hold ever more rows, each size with a process of the program, asked in turn: medians, how they grow, and how long the largest waits for the database. */
export async function* growthFigures(sizes: Grown[]): AsyncGenerator<Figure> {
  const largest = sizes.at(-1)!.visitor;
  const slow: string[] = [];
  for (const list of lists) {
    const filters = await filtersOf(largest, list.path);
    const names = Object.keys(filters);
    const page = (name: string, query: string | ((rows: number) => string)): Case => ({
      name: `${list.name}, ${name}`,
      ask: (visitor, rows) => visitor.visit(`${list.path}?${typeof query === "string" ? query : query(rows)}`),
    });
    const call = (name: string, body: object | ((rows: number) => object)): Case => ({
      name: `call of ${list.name}, ${name}`,
      ask: (visitor, rows) => visitor.call(list.call, typeof body === "function" ? body(rows) : body),
    });
    const pages: Case[] = [
      page("first page", ""),
      page("middle page", (rows) => `page=${rows / rowsOnPage / 2}`),
      page("last page", (rows) => `page=${rows / rowsOnPage}`),
      page("page 150", "page=150"),
      ...Object.keys(ordersOf(list.source, { orgScope: "all" }).order).flatMap((id) =>
        [id, `-${id}`].map((sort) => page(`by ${sort}`, `sort=${sort}`)),
      ),
      ...list.terms.map((term) => page(`search ${term}`, String(new URLSearchParams({ keyword: term })))),
      ...names.flatMap((name) => filters[name]!.map((query) => page(query, query))),
      ...names.flatMap((name, at) =>
        names.slice(at + 1).map((other) => page(`${name} with ${other}`, `${filters[name]![0]}&${filters[other]![0]}`)),
      ),
      ...names.map((name) =>
        page(
          `search ${list.terms[0]} with ${name}`,
          `keyword=${encodeURIComponent(list.terms[0])}&${filters[name]![0]}`,
        ),
      ),
    ];
    const calls: Case[] = [
      call("first page", { pageNum: 1 }),
      call("middle page", (rows) => ({ pageNum: rows / rowsOnPage / 2 })),
      call("last page", (rows) => ({ pageNum: rows / rowsOnPage })),
      ...list.terms.map((term) => call(`search ${term}`, { keyword: term })),
    ];
    for (const one of [...pages, ...calls]) yield* compare(sizes, slow, one);
  }
  yield* compare(sizes, slow, { name: "homepage", ask: (visitor) => visitor.visit("/homepage") });
  for (const { code, terms } of lists)
    for (const term of [code, ...terms])
      yield* compare(sizes, slow, {
        name: `search over all, ${term}`,
        ask: (visitor) => visitor.visit(`/search?${new URLSearchParams({ q: term })}`),
      });
  for (const [name, path] of [
    ["monitor", "/bus/bus-monitor"],
    ["what buses announce", "/voice/issue-task/announced"],
    ["what buses announce, by line", "/voice/issue-task/announced/lines"],
  ] as const)
    yield* compare(sizes, slow, { name, ask: (visitor) => visitor.visit(path) });
  for (const line of slow) console.error(`slow: ${line}`);
  yield atMost("what is slower than it may be", slow.length, 0);
}

/** What a list's page offers to narrow it, as parts of its address: of a choice the first and the last, of a place all its fields together. */
async function filtersOf(visitor: Visitor, path: string): Promise<Record<string, string[]>> {
  const { $ } = readPage((await visitor.visit(path)).html());
  const form = $("form").filter((_, one) => $(one).find("[name=keyword]").length > 0);
  const filters: Record<string, string[]> = {};
  for (const select of form.find("select[name]")) {
    const name = $(select).attr("name")!;
    const values = $(select)
      .find("option")
      .map((_, option) => $(option).attr("value") ?? $(option).text())
      .get()
      .filter(Boolean);
    if (values.length > 0)
      filters[name] = [...new Set([values[0]!, values.at(-1)!])].map((value) => `${name}=${value}`);
  }
  const has = (name: string) => form.find(`[name=${name}]`).length > 0;
  if (has("lineName")) filters.lineName = [`lineName=${encodeURIComponent("1路")}`];
  if (has("asOf")) filters.asOf = [`asOf=${new Date().toISOString().slice(0, 10)}`];
  if (has("radius")) filters.around = ["lng=116.39&lat=39.9&radius=500"];
  if (has("minLng")) filters.rectangle = ["minLng=116.38&minLat=39.89&maxLng=116.4&maxLat=39.91"];
  return filters;
}

async function* compare(sizes: Grown[], slow: string[], { name, step = 1.5, ask }: Case): AsyncGenerator<Figure> {
  const visits = sizes.map(() => [] as Visit[]);
  const places = sizes.map((_, place) => place);
  try {
    for (let round = -2; round < repeats; round++) {
      for (const place of round % 2 ? places : [...places].reverse()) {
        const { rows, visitor } = sizes[place]!;
        const visit = await ask(visitor, rows);
        if (round >= 0) visits[place]!.push(visit);
      }
    }
  } catch (error) {
    slow.push(`${name}: ${String(error)}`);
    return yield atMost(`${name}: refused`, 1, 0);
  }
  const medians = visits.map((some) =>
    percentile(
      some.map(({ ms }) => ms),
      0.5,
    ),
  );
  const waited = percentile(
    visits.at(-1)!.map(({ databaseMs }) => databaseMs),
    0.5,
  );
  for (const [place, { rows }] of sizes.entries())
    yield reported(`${name}: p50 at ${words(rows)}`, medians[place]!, "ms");
  const figures = [
    ...places
      .slice(1)
      .map((place) =>
        atMost(
          `${name}: ${words(sizes[place]!.rows)} / ${words(sizes[place - 1]!.rows)}`,
          medians[place]! / medians[place - 1]!,
          step,
          "x",
        ),
      ),
    ...(Number.isNaN(waited)
      ? []
      : [atMost(`${name}: waits for the database at ${words(sizes.at(-1)!.rows)}`, waited, mostDatabaseMs, "ms")]),
  ];
  yield* figures;
  if (figures.some(({ ok }) => !ok))
    slow.push(`${name}: ${medians.map((ms) => ms.toFixed(0)).join(", ")} ms, database ${waited.toFixed(0)} ms`);
}

const words = (rows: number) => `${rows.toLocaleString("en")} rows`;
