import { page } from "~/kit/page/http/page.server";
import { recyclePage, restoring } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RecycleBin, recycleTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { restorePost, postSource } from "../queries.server";
import { postRoom } from "../room";

export const handle = screen({ title: recycleTitle(postRoom) });
export const loader = page(may.remove, (call) =>
  recyclePage(call, postSource, { title: "postName", detail: "postCode" }),
);
export const action = page(may.remove, (call) => restoring(call, postRoom, restorePost));

export default function DeletedPosts() {
  return <RecycleBin room={postRoom} codeLabel="岗位编号" />;
}
