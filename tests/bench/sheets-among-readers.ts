import { reading, readingEach } from "./batch-match";
import { atMost, type Figure, percentile, reported } from "./figure";
import { checked, confirm, settled, undo } from "./sheet-desk";
import type { Desk } from "./sheet-meter";
import type { Visitor } from "./visitor";

const pages = [
  "/line/line-management",
  "/line/line-management?page=5",
  "/station/station-management?keyword=rmgc",
  "/bus/bus-management?keyword=A0",
];

/** The whole way again while people read lists; their waiting against the same reading before. */
export async function* amongReaders(desk: Desk, people: readonly Visitor[], file: string): AsyncGenerator<Figure> {
  await reading(people, AbortSignal.timeout(4000), pages);
  const without = await reading(people, AbortSignal.timeout(20_000), pages);
  yield reported(`sheets, ${people.length} readers: p50 without an import`, percentile(without, 0.5), "ms");
  yield reported(`sheets, ${people.length} readers: p99 without an import`, percentile(without, 0.99), "ms");
  let importId = "";
  const steps: Record<string, () => Promise<unknown>> = {
    "its check": async () => (importId = (await checked(desk, file)).importId),
    "its writing": async () => {
      await confirm(desk.person, importId);
      await settled(desk.client, importId);
    },
    "its taking back": async () => {
      await undo(desk.person, importId);
      await settled(desk.client, importId);
    },
  };
  for (const [name, step] of Object.entries(steps)) {
    const done = new AbortController();
    const during = readingEach(people, done.signal, pages);
    const began = performance.now();
    await step().finally(() => done.abort());
    const each = await during;
    const within = each.map(({ ms }) => ms);
    yield reported(`sheets among readers: ${name}`, (performance.now() - began) / 1000, "s");
    yield reported(`sheets, ${people.length} readers: p99 during ${name}`, percentile(within, 0.99), "ms");
    for (const page of pages) {
      const own = each.filter((read) => read.page === page).map(({ ms }) => ms);
      yield reported(`sheets, ${people.length} readers: p99 of ${page} during ${name}`, percentile(own, 0.99), "ms");
    }
    const ratio = percentile(within, 0.99) / percentile(without, 0.99);
    yield atMost(`lists: p99 during ${name} against without`, ratio, 2);
  }
}
