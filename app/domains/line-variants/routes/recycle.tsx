import { page } from "~/kit/page/http/page.server";
import { restoreAndRedirect } from "~/kit/room/recycle.server";
import { recycleTable, screen } from "~/kit/page/screens";
import { RecycleBin, recycleTitle } from "~/kit/room/screens";
import { readState } from "~/kit/page/tables/state";
import { may } from "../policy";
import { deletedVariants, restoreVariant } from "../queries.server";
import { variantRoom } from "../room";

export const handle = screen({ title: recycleTitle(variantRoom) });
export const loader = page(may.remove, async ({ viewer, url }) => {
  const state = readState(recycleTable, url);
  return { state, ...(await deletedVariants(viewer, state)) };
});
export const action = page(may.remove, (call) => restoreAndRedirect(call, variantRoom, restoreVariant));

export default function DeletedVariants() {
  return <RecycleBin room={variantRoom} codeLabel="分类名称" />;
}
