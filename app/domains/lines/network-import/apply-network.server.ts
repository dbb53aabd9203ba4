import { sql } from "kysely";
import { requireOrganisation } from "~/kit/data/access/organisation.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import type { BusNetwork, ImportedLine, ImportProblem } from "~/transit/osm/bus-routes";
import { writeChangedLine } from "./change.server";
import { contentsOf } from "./content";
import { writeDrafts } from "./draft-namesakes.server";
import { holdChanged, type ImportPlan, keptReasons, planImport } from "./plan.server";
import { writeStations } from "./stations.server";
import { isWhole, noteFaults, writeNewLines } from "./write.server";

interface Named {
  name: string;
  detail: string;
}

/** What an import would do, by record; what a person has changed since the last one stands among the unchanged, with the reason. */
export interface BusPreview {
  lines: { new: Named[]; changed: Named[]; unchanged: Named[] };
  stations: { new: Named[]; changed: Named[]; unchanged: Named[]; known: { byNumber: number; byPlace: number } };
  directions: Counts;
  drafts: number;
  problems: ImportProblem[];
}

interface Counts {
  new: number;
  changed: number;
  unchanged: number;
}

export async function previewBusRoutes(viewer: Viewer, file: BusNetwork): Promise<BusPreview> {
  const plan = await planImport(viewer, db(), file);
  const lines = [...plan.new, ...plan.changed].map(({ line }) => line);
  const drawn = await contentsOf(
    lines.filter(({ origin }) => origin),
    plan.stations.placed,
  );
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
    drafts: lines.filter((line) => line.draft || faulty.has(line)).length,
    problems: plan.problems,
  };
}

/** Takes the bus lines and stations of a map file over, all or nothing; new lines belong to the organisation given. The same file again changes nothing. */
export async function applyBusRoutes(
  viewer: Viewer,
  file: BusNetwork,
  { orgId }: { orgId: string },
): Promise<{ lines: Counts; directions: Counts; stations: Counts; problems: ImportProblem[] }> {
  return inTransaction(async (trx) => {
    await sql`set local statement_timeout = '5000s'`.execute(trx);
    await sql`set local idle_in_transaction_session_timeout = '5000s'`.execute(trx);
    const free = await sql<{
      free: boolean;
    }>`select pg_try_advisory_xact_lock(hashtext('bus lines import')) as free`.execute(trx);
    if (!free.rows[0]?.free) throw problem.field("", "另一个导入正在写入线路，请等它完成后再试");
    const plan = await planImport(viewer, trx, file);
    if (plan.new.length > 0) await requireOrganisation(trx, viewer, orgId);
    await holdChanged(trx, plan);
    await writeStations(trx, viewer, plan.stations);
    await writeNewLines(trx, viewer, plan, orgId);
    for (const change of plan.changed) await writeChangedLine(trx, viewer, plan, change);
    await writeDrafts(trx, viewer, plan);
    const { stations } = plan;
    return {
      lines: {
        new: plan.new.length,
        changed: plan.changed.length + plan.drafted.length,
        unchanged: plan.unchanged.length + plan.kept.length,
      },
      directions: directionCounts(plan),
      stations: {
        new: stations.new.length,
        changed: stations.changed.length,
        unchanged: stations.unchanged.length + stations.known.length + stations.kept.length,
      },
      problems: plan.problems,
    };
  });
}

function directionCounts(plan: ImportPlan): Counts {
  const of = (some: readonly { line: ImportedLine }[]) =>
    some.flatMap(({ line }) => line.variants.flatMap(({ directions }) => directions)).length;
  return {
    new: of(plan.new),
    changed: of([...plan.changed, ...plan.drafted]),
    unchanged: of([...plan.unchanged, ...plan.kept]),
  };
}

function stationsPreview({ stations }: ImportPlan): BusPreview["stations"] {
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
    ],
  };
}

/** "上行 32 站，下行 31 站；草稿：…" */
function detailOf(line: ImportedLine): string {
  const [primary, ...others] = line.variants;
  const parts = (primary?.directions ?? []).map(({ direction, stations, from, to, hours }) => {
    const label = line.lineType === 2 ? "环行" : direction === 1 ? "上行" : "下行";
    return `${label} ${stations.length} 站${from && to ? `（${from}—${to}）` : ""}${hours ? ` ${hours.first}-${hours.last}` : ""}`;
  });
  const cut = line.variants.flatMap((variant) => variant.directions).find(({ draft }) => draft);
  return [
    ...parts,
    ...(line.interval ? [`间隔 ${line.interval}`] : []),
    ...(others.length > 0
      ? [
          `另有 ${others.length} 个副方案（${others
            .slice(0, 3)
            .map(({ name }) => name)
            .join("、")}${others.length > 3 ? " …" : ""}）`,
        ]
      : []),
    ...(line.draft ? [`草稿：${cut?.completeness.text ?? "有方向不在文件内"}`] : []),
  ].join("，");
}
