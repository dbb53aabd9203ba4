import { sharedFigures } from "~/kit/data/figures/shared-figures.server";
import { listChecks } from "./checks.server";

/** How many paths wait for somebody to look at them. */
export const countOpenChecks = sharedFigures("open checks", async (viewer) => {
  const countOf = async (state: string) =>
    (await listChecks(viewer, { page: 1, size: 1, sort: [], filters: { state } })).total;
  const [doubtful, recheck] = await Promise.all([countOf("doubtful"), countOf("recheck")]);
  return { doubtful, recheck };
});
