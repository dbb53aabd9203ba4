import { existsSync } from "node:fs";
import path from "node:path";
import { atMost, type Figure, reported } from "./figure";
import type { Imported } from "./import-file";
import { root } from "./program";
import { run, type Stage } from "./stage";

const files = ["osm/beijing-haidian-cau.osm", "osm/shenzhen-longgang.osm", "osm/porto-alegre.osm.pbf"];

/** Three real map extracts through the product's import, each into a fresh demo city, twice. */
export async function* importFigures(stage: Stage): AsyncGenerator<Figure> {
  const data = process.env.SHARED_DATA ?? path.join(root, "../shared/data");
  for (const name of files) {
    const file = path.join(data, name);
    if (!existsSync(file)) {
      console.log(`skipped, no real data: import of ${file} (set SHARED_DATA)`);
      continue;
    }
    const printed = run(
      "tests/bench/import-file.ts",
      [file, "2"],
      stage.environment(await stage.city("import_bench"), "warn"),
    );
    const [first, second] = JSON.parse(printed.trim().split("\n").at(-1)!) as [Imported, Imported];
    yield* figuresOf(path.basename(name), first);
    yield atMost(`${path.basename(name)}: changes by the second import`, changes(second), 0);
    yield reported(`${path.basename(name)}: second import`, second.readSeconds + second.applySeconds, "s");
  }
}

function* figuresOf(name: string, { preview, result, readSeconds, applySeconds }: Imported): Generator<Figure> {
  const { facts, lines, stations, roads } = preview;
  const of = (what: string, value: number, unit = "") => reported(`${name}: ${what}`, value, unit);
  yield of("relations", facts.relations);
  yield of("bus route relations", facts.routes);
  for (const { reason, count } of preview.skippedRelations) yield of(`relations skipped, ${reason}`, count);
  yield of("lines", lines.counts.new + lines.counts.changed + lines.counts.unchanged);
  yield of("directions", preview.directions);
  yield of("drafts", preview.drafts);
  yield of("stations", stations.counts.new + stations.counts.changed + stations.counts.unchanged);
  yield of("ways in the file", facts.ways);
  yield of("ways imported", roads.new + roads.changed + roads.unchanged);
  for (const { reason, count } of preview.skippedWays) yield of(`ways skipped, ${reason}`, count);
  yield of("edges", preview.edges);
  yield of("roads", preview.kilometres, "km");
  yield of("problems told", preview.problemCount);
  yield of("changes by the first import", changes({ result }));
  yield of("reading and preview", readSeconds, "s");
  yield of("writing", applySeconds, "s");
}

function changes({ result: { roads, lines, stations } }: Pick<Imported, "result">): number {
  return [roads, lines, stations].reduce((sum, part) => sum + part.new + part.changed, roads.closed);
}
