import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { roomList } from "~/kit/room/served-pages.server";
import { versionRoom, versionTable } from "../room";
import { voiceVersions } from "../room.server";

export const handle = screen({ title: versionRoom.title });
export const loader = page(versionRoom.may.read, (call) => roomList(call, voiceVersions));

export default function VoiceVersions() {
  return (
    <ListScreen
      room={versionRoom}
      table={versionTable}
      {...useLoaderData<typeof loader>()}
      without={["change", "remove"]}
      emptyText="还没有公共语音版本：新增一个版本，再设置每个事件车内、车外播什么。"
    />
  );
}
