import type { Viewer } from "~/kit/data/access/viewer";
import { listChecks } from "./checks.server";

/** How many paths wait for somebody to look at them. */
export async function countOpenChecks(viewer: Viewer) {
  const countOf = async (state: string) =>
    (await listChecks(viewer, { page: 1, size: 1, sort: [], filters: { state } })).total;
  const [doubtful, recheck] = await Promise.all([countOf("doubtful"), countOf("recheck")]);
  return { doubtful, recheck };
}
