import { roomSheet } from "~/kit/room/sheets/room-sheet.server";
import { posts } from "./room.server";

export const postSheet = roomSheet(posts, {
  templateCode: "post",
  writtenTogether: true,
  looks: { postCode: { example: "P001" }, postName: { example: "驾驶员" } },
});
