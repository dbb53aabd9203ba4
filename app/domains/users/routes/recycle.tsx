import { page } from "~/kit/page/http/page.server";
import { loadRecyclePage, restoreAndRedirect } from "~/kit/room/recycle.server";
import { screen } from "~/kit/page/screens";
import { RecycleBin, recycleTitle } from "~/kit/room/screens";
import { restoreUser, userSource } from "../queries.server";
import { userRoom } from "../room";

export const handle = screen({ title: recycleTitle(userRoom) });
export const loader = page(userRoom.may.remove, (call) =>
  loadRecyclePage(call, userSource, { title: "userName", detail: "userAccount" }),
);
export const action = page(userRoom.may.remove, (call) => restoreAndRedirect(call, userRoom, restoreUser));

export default function DeletedUsers() {
  return <RecycleBin room={userRoom} codeLabel="账号" codeLength={32} />;
}
