import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { listRows } from "~/kit/room/source.server";
import { listHistory } from "../../detail.server";
import { fileSource } from "../../file-record.server";
import { may } from "../../policy";
import { fileTableTo } from "../../table";
import { fileHistoryUrl, filesUrl } from "../../urls";
import { FileTimeline } from "../file-timeline";

export const handle = screen({ title: "线路站点语音历史" });

/** With a variant or a line in the address its files over time, else those of all lines. */
export const loader = page(may.read, async (call) => {
  const { viewer, url } = call;
  const [classifySid, lineUuid] = ["classifySid", "lineUuid"].map((name) => url.searchParams.get(name) ?? undefined);
  const one = classifySid || lineUuid ? await listHistory(viewer, { classifySid, lineUuid }) : null;
  const list = one ? null : await listPage(call, {}, historyTable, (by, state) => listRows(fileSource, by, state));
  return { one, list };
});

export default function FileHistory() {
  const { one, list } = useLoaderData<typeof loader>();
  if (one || !list) return <FileTimeline files={one ?? []} />;
  return (
    <ListScreen
      {...list}
      table={historyTable}
      emptyText="还没有线路文件：在文件管理中新建并生成后，每次生成的文件都留在这里。"
      actions={
        <a className="button" href={filesUrl}>
          文件管理
        </a>
      }
    />
  );
}

const historyTable = fileTableTo(fileHistoryUrl);
