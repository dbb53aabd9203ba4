import { page } from "~/kit/page/http/page.server";
import { restoreAndRedirect } from "~/kit/room/recycle.server";
import { screen } from "~/kit/page/screens";
import { RecycleBin, recycleTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { loadDeletedVariants, restoreVariant } from "../queries.server";
import { variantRoom } from "../room";

export const handle = screen({ title: recycleTitle(variantRoom) });
export const loader = page(may.remove, loadDeletedVariants);
export const action = page(may.remove, (call) => restoreAndRedirect(call, variantRoom, restoreVariant));

export default function DeletedVariants() {
  return <RecycleBin room={variantRoom} codeLabel="分类名称" />;
}
