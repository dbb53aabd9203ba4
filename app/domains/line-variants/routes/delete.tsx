import { page } from "~/kit/page/http/page.server";
import { loadRemovalPage, deleteAndRedirect } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RemovalScreen, removalTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { deleteVariants, findVariant, variantUses } from "../queries.server";
import { variantRoom } from "../room";

export const handle = screen({ title: removalTitle(variantRoom) });
export const loader = page(may.remove, (call) => loadRemovalPage(call, variantRoom, findVariant, variantUses));
export const action = page(may.remove, (call) => deleteAndRedirect(call, variantRoom, findVariant, deleteVariants));

export default function DeleteVariant() {
  return <RemovalScreen room={variantRoom} />;
}
