import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import type { BusNetwork, ImportedLine } from "~/transit/osm/bus-routes";
import { contentsOf, directionLabel } from "./content";
import { directionCounts } from "./count-directions";
import { type ImportChoice, type ImportPlan, keptReasons, planImport } from "./plan.server";
import { isWhole, noteFaults } from "./write.server";

/** What an import would do, by record; what a person has changed since the last one stands among the unchanged, with the reason. */
export async function previewBusRoutes(viewer: Viewer, file: BusNetwork, choice: ImportChoice) {
  const plan = await planImport(viewer, db(), file, choice);
  const lines = [...plan.new, ...plan.changed].map(({ line }) => line);
  const drawn = await contentsOf(lines, plan.stations.placed);
  noteFaults(plan, drawn);
  const faulty = new Set(drawn.filter((one) => !isWhole(one)).map(({ line }) => line));
  return {
    lines: {
      new: plan.new.map(({ line, lineName }) => ({ name: lineName, detail: detailOf(line) })),
      changed: plan.changed
        .map(({ line, lineName, stored }) => ({
          name: lineName,
          detail: `${stored.relations && !line.draft ? "补全；" : ""}${detailOf(line)}`,
        }))
        .concat(
          plan.drafted.map(({ line, lineName, isEmpty }) => ({
            name: lineName,
            detail: `${isEmpty ? "补上站点" : "写入草稿"}；${detailOf(line)}`,
          })),
        ),
      unchanged: [
        ...plan.kept.map(({ lineName, reason }) => ({ name: lineName, detail: keptReasons[reason] })),
        ...plan.unchanged.map(({ lineName }) => ({ name: lineName, detail: "" })),
      ],
    },
    stations: stationsPreview(plan),
    directions: directionCounts(plan),
    doubts: plan.stations.doubts.map(({ key, how, staName, stored, metres }) => ({
      key,
      how,
      staName,
      staSelfCode: stored.staSelfCode,
      storedName: stored.staName,
      metres: Math.round(metres),
    })),
    drafts: lines.filter((line) => line.draft || faulty.has(line)).length,
    problems: plan.problems,
  };
}

function stationsPreview({ stations }: ImportPlan) {
  const byNumber = stations.known.filter(({ known }) => known!.by === "number").length;
  return {
    known: { byNumber, byPlace: stations.known.length - byNumber },
    new: stations.new.map(({ staName, staSelfCode, road }) => ({
      name: staName,
      detail: [staSelfCode, road].filter(Boolean).join("，"),
    })),
    changed: stations.changed.map(({ station, stored }) => ({
      name: station.staName,
      detail: [stored.staSelfCode, stored.staName !== station.staName && `原名 ${stored.staName}`]
        .filter(Boolean)
        .join("，"),
    })),
    unchanged: [
      ...stations.kept.map(({ name, code, deleted }) => ({
        name,
        detail: `${code}，${deleted ? keptReasons.deleted : keptReasons.touched}`,
      })),
      ...stations.known.map(({ known, code }) => ({
        name: known!.staName,
        detail: known!.by === "number" ? `已有站点，编号 ${code} 相同` : "已有站点，同名且位置相近",
      })),
      ...stations.unchanged.map(({ staName, staSelfCode }) => ({ name: staName, detail: staSelfCode })),
      ...stations.doubts
        .filter(({ ticked }) => !ticked)
        .map(({ stored }) => ({ name: stored.staName, detail: `${stored.staSelfCode}，存疑，没有确认` })),
    ],
  };
}

function detailOf(line: ImportedLine): string {
  const [primary, ...others] = line.variants;
  const parts = (primary?.directions ?? []).map(({ direction, stations, from, to, hours }) => {
    const label = directionLabel(line.lineType, direction);
    return `${label} ${stations.length} 站${from && to ? `（${from}—${to}）` : ""}${hours ? ` ${hours.first}-${hours.last}` : ""}`;
  });
  const cut = line.variants.flatMap((variant) => variant.directions).find(({ draft }) => draft);
  const named = others.slice(0, 3).map(({ name }) => name);
  return [
    ...parts,
    line.interval && `间隔 ${line.interval}`,
    line.price && `票价 ${line.price}`,
    others.length > 0 && `另有 ${others.length} 个副分类（${named.join("、")}${others.length > 3 ? " …" : ""}）`,
    line.draft && `草稿：${cut?.completeness.text ?? "有方向不在文件内"}`,
  ]
    .filter(Boolean)
    .join("，");
}
