import { page } from "~/kit/page/http/page.server";
import { recyclePage, restoring } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RecycleBin, recycleTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { restoreResource, resourceSource } from "../queries.server";
import { resourceRoom } from "../room";

export const handle = screen({ title: recycleTitle(resourceRoom) });
export const loader = page(may.remove, (call) =>
  recyclePage(call, resourceSource, { title: "title", detail: "resourceName" }),
);
export const action = page(may.remove, (call) => restoring(call, resourceRoom, restoreResource));

export default function DeletedResources() {
  return <RecycleBin room={resourceRoom} codeLabel="资源标识" codeLength={64} />;
}
