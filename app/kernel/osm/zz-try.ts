import { readOsm } from "./read.server";
import { toBusRoutes } from "./bus-routes";
for (const f of process.argv.slice(2)) {
  const x = await readOsm(f);
  const t = performance.now();
  const r = toBusRoutes(x);
  console.log(
    (performance.now() - t).toFixed(0) + "ms",
    r.relations.length,
    r.lines.length,
    r.stations.length,
    r.skipped,
  );
  for (const l of r.lines) {
    console.log(l.key, l.lineName, l.lineType, l.draft ? "草稿" : "", l.ref);
    for (const v of l.variants)
      for (const d of v.directions)
        console.log(
          "    ",
          v.sortType,
          v.name,
          d.direction,
          d.relationId,
          d.from,
          "→",
          d.to,
          d.completeness.text,
          d.path.length,
          JSON.stringify(d.breaks),
          d.hours?.first,
          d.hours?.last,
        );
  }
  console.log(r.problems);
  console.log(r.stations.slice(0, 12), r.stations.filter((s) => !s.lines.length).length);
}
