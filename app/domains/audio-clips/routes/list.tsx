import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { roomList } from "~/kit/room/served-pages.server";
import { audioRoom } from "../room";
import { audioClips } from "../room.server";
import { audioTable } from "../table";

export const handle = screen({ title: audioRoom.title });
export const loader = page(audioRoom.may.read, (call) => roomList(call, audioClips));

export default function AudioClips() {
  const list = useLoaderData<typeof loader>();
  return (
    <ListScreen
      room={audioRoom}
      table={audioTable}
      {...list}
      actions={
        list.may.write && (
          <>
            <a className="button" href={`${audioRoom.url}/audio-types`}>
              音频类型
            </a>
            <a className="button" href={`${audioRoom.url}/speak`}>
              朗读站名
            </a>
            <a className="button" href={`${audioRoom.url}/import`}>
              批量上传
            </a>
          </>
        )
      }
      emptyText="还没有音频：可以上传录音，或输入文稿由程序朗读。"
    />
  );
}
