import { variantNames } from "~/domains/lines/schema";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { readAsOf } from "~/kit/page/http/as-of";
import type { ViewerCall } from "~/kit/page/http/page.server";
import { recordHead } from "~/kit/room/room-head.server";
import { may } from "./policy";
import { findVariant } from "./queries.server";
import { variantRoom } from "./room";
import type { VariantRow } from "./schema";

/** Finds a variant as of the day that its page shows, for the page and the head above it in one reading. */
export const findVariantAsked =
  ({ url, facts }: ViewerCall) =>
  (viewer: Viewer, classifySid: string) =>
    facts.readOnce(variantRoom, classifySid, () => findVariant(viewer, classifySid, readAsOf(url)));

const headed = {
  ...variantRoom,
  may,
  noteOf({ sortType, classifyName }: VariantRow) {
    const sort = variantNames[sortType as 1 | 2];
    return classifyName === sort ? undefined : sort;
  },
};

export const variantHead = (call: ViewerCall) =>
  recordHead(call, headed, findVariantAsked(call), () => ({
    write: allows(call.viewer, may.write),
    remove: allows(call.viewer, may.remove),
  }));
