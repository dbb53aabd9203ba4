import { page } from "~/kernel/access/page.server";
import { recyclePage, restoring } from "~/kernel/rooms/pages.server";
import { RecycleBin, recycleTitle, screen } from "~/kernel/screens";
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
