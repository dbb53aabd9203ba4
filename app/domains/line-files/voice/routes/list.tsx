import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { listRows } from "~/kit/room/source.server";
import { fileSource } from "../../file-record.server";
import { may } from "../../policy";
import { fileTableTo } from "../../table";
import { checksUrl, filesUrl, stationVoiceUrl } from "../../urls";

const voiceTable = fileTableTo(stationVoiceUrl);

export const handle = screen({ title: "线路站点语音" });

export const loader = page(may.read, (call) =>
  listPage(call, {}, voiceTable, (viewer, state) => listRows(fileSource, viewer, state)),
);

export default function VoiceFiles() {
  return (
    <ListScreen
      {...useLoaderData<typeof loader>()}
      table={voiceTable}
      emptyText="还没有线路文件：请先在文件管理中为线路新建文件，再编辑它的站点语音。"
      actions={
        <>
          <a className="button" href={checksUrl}>
            语音完整性
          </a>
          <a className="button" href={filesUrl}>
            文件管理
          </a>
        </>
      }
    />
  );
}
