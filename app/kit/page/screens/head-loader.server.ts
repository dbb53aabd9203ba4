import { log } from "~/kit/ground/log.server";
import type { ObjectHead } from "./object-head";
import { page, type ViewerCall } from "~/kit/page/http/page.server";
import { ServerOnly } from "~/kit/page/http/server-only";

/**
 * Loads the head above all pages of one record; null for who may not read it, as the pages' own guards decide who sees them.
 * A fault of the head alone is logged and leaves the page without it.
 */
export const headLoader = (read: (call: ViewerCall) => Promise<ObjectHead | null>) =>
  page("signed-in", async (call) => ({
    head: new ServerOnly(
      await read(call).catch((error: unknown) => {
        log.error({ err: error, requestId: call.facts.requestId }, "head of a record failed");
        return null;
      }),
    ),
  }));
