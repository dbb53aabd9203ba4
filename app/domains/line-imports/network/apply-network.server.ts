import { requireOrganisation } from "~/kit/data/access/organisation.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import type { Counts } from "~/kit/page/import-flow/proposal";
import type { BusNetwork, ImportProblem } from "~/transit/osm/bus-routes";
import { writeChangedLine } from "./change.server";
import { directionCounts } from "./count-directions";
import { writeDrafts } from "./draft-namesakes.server";
import { holdNetwork } from "./hold-network.server";
import { holdChanged, type ImportChoice, type ImportPlan, planImport } from "./plan.server";
import { keepSource } from "~/domains/data-sources/queries.server";
import { keepLineLinks, type LinkedLine } from "./write-line.server";
import { writeStations } from "./stations.server";
import { writeNewLines } from "./write.server";

/** Takes the bus lines and stations of a map file over, all or nothing; new lines belong to the organisation given. The same file again changes nothing. */
export async function applyBusRoutes(
  viewer: Viewer,
  file: BusNetwork,
  { orgId, ...choice }: ImportChoice & { orgId: string },
): Promise<{ lines: Counts; directions: Counts; stations: Counts; problems: ImportProblem[] }> {
  return inTransaction(async (trx) => {
    await holdNetwork(trx);
    const plan = await planImport(viewer, trx, file, choice);
    if (plan.new.length > 0) await requireOrganisation(trx, viewer, orgId);
    await holdChanged(trx, plan);
    await keepSource(trx, viewer, choice.source);
    await writeStations(trx, viewer, plan.stations, choice.source);
    await writeNewLines(trx, viewer, plan, orgId);
    for (const change of plan.changed) await writeChangedLine(trx, viewer, plan, change);
    await writeDrafts(trx, viewer, plan);
    await keepLineLinks(trx, choice.source, numberedLines(plan));
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
        unchanged: stations.unchanged.length + stations.known.length + stations.kept.length + unticked(stations),
      },
      problems: plan.problems,
    };
  });
}

/** Lines that are another source's, or said nothing new: only the numbers are kept. */
const numberedLines = ({ drafted, unchanged }: ImportPlan): LinkedLine[] =>
  [...drafted, ...unchanged].flatMap(({ line, lineName, lineUuid }) =>
    lineUuid === undefined ? [] : [{ line, lineName, lineUuid, hash: null }],
  );

const unticked = ({ doubts }: ImportPlan["stations"]) => doubts.filter(({ ticked }) => !ticked).length;
