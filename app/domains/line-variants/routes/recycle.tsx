import { page } from "~/kernel/access/page.server";
import { restoring } from "~/kernel/rooms/pages.server";
import { RecycleBin, recycleTable, recycleTitle, screen } from "~/kernel/screens";
import { readState } from "~/kernel/tables/state";
import { may } from "../policy";
import { deletedVariants, restoreVariant } from "../queries.server";
import { variantRoom } from "../room";

export const handle = screen({ title: recycleTitle(variantRoom) });
export const loader = page(may.remove, async ({ viewer, url }) => {
  const state = readState(recycleTable, url);
  return { state, ...(await deletedVariants(viewer, state)) };
});
export const action = page(may.remove, (call) => restoring(call, variantRoom, restoreVariant));

export default function DeletedVariants() {
  return <RecycleBin room={variantRoom} codeLabel="分类名称" />;
}
