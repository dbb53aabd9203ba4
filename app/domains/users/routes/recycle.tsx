import { page } from "~/kernel/access/page.server";
import { recyclePage, restoring } from "~/kernel/rooms/pages.server";
import { RecycleBin, recycleTitle, screen } from "~/kernel/screens";
import { may } from "../policy";
import { restoreUser, userSource } from "../queries.server";
import { userRoom } from "../room";

export const handle = screen({ title: recycleTitle(userRoom) });
export const loader = page(may.remove, (call) =>
  recyclePage(call, userSource, { title: "userName", detail: "userAccount" }),
);
export const action = page(may.remove, (call) => restoring(call, userRoom, restoreUser));

export default function DeletedUsers() {
  return <RecycleBin room={userRoom} codeLabel="账号" codeLength={32} />;
}
