import type { Viewer } from "~/kit/data/access/viewer";
import { listChecks } from "./checks.server";

/** How many paths wait for somebody to look at them. */
export async function countOpenChecks(viewer: Viewer): Promise<{ doubtful: number; recheck: number }> {
  const [doubtful, recheck] = await Promise.all(
    (["doubtful", "recheck"] as const).map(
      async (state) => (await listChecks(viewer, { page: 1, size: 1, sort: [], filters: { state } })).total,
    ),
  );
  return { doubtful: doubtful!, recheck: recheck! };
}
