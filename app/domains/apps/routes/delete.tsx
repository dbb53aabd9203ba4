import { page } from "~/kit/page/http/page.server";
import { askRemoval, removing } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RemovalScreen, removalTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { appUses, deleteApps, findApp } from "../queries.server";
import { appRoom } from "../room";

export const handle = screen({ title: removalTitle(appRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, appRoom, findApp, appUses));
export const action = page(may.remove, (call) => removing(call, appRoom, findApp, deleteApps));

export default function DeleteApp() {
  return <RemovalScreen room={appRoom} />;
}
