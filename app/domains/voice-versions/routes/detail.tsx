import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { screen, Section } from "~/kit/page/screens";
import { PlainTable } from "~/kit/page/tables/plain-table";
import { loadNames } from "~/kit/room/names.server";
import { recordUrl } from "~/kit/room/room";
import { roomRecord } from "~/kit/room/served-pages.server";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { factsOf } from "~/kit/room/words";
import { nodeTable } from "../node-table";
import { readSpoken } from "../queries.server";
import { emptyRows } from "../recipe-rules";
import { RecipeTable } from "../recipe-table";
import { placeInWords } from "../recipe-words";
import { versionRoom } from "../room";
import { voiceVersions } from "../room.server";

export const handle = screen({ title: recordTitle(versionRoom) });

export const loader = page(versionRoom.may.read, async (call) => {
  const loaded = await roomRecord(call, voiceVersions, async (viewer, { versionUuid }) => {
    const spoken = await readSpoken(versionUuid);
    return { spoken, called: await loadNames(viewer, versionRoom.refers, [spoken as never]) };
  });
  return loaded;
});

export default function Version() {
  const { record, spoken, called, may } = useLoaderData<typeof loader>();
  const url = recordUrl(versionRoom, record);
  const empty = emptyRows(spoken.slots, record.languages);
  const facts = [
    ...factsOf(versionRoom.words, record, ["versionNum", "versionName", "languages", "isValid"]),
    { label: "线路文件", value: `${record.fileCount} 个` },
    ...factsOf(versionRoom.words, record, ["remark"], { wide: true }),
  ];
  return (
    <RecordScreen
      room={versionRoom}
      sections={[{ title: "基本信息", facts }]}
      actions={
        may.write && (
          <a className="button" href={`${url}/copy`}>
            复制
          </a>
        )
      }
    >
      <Section title="播报配方">
        {empty.length > 0 && (
          <p className="notice">
            还有 {empty.length} 行车内播报没有设置：{empty.map(placeInWords).join("、")}。
          </p>
        )}
        <RecipeTable url={url} spoken={spoken} names={called} languages={record.languages} write={may.write} />
      </Section>
      <Section
        title={`公共节点（${spoken.nodes.length}）`}
        actions={
          may.write && (
            <a className="button" href={`${url}/node`}>
              新增公共节点
            </a>
          )
        }
      >
        <PlainTable
          table={nodeTable(url, called, may.write)}
          rows={spoken.nodes}
          caption="公共节点"
          empty="还没有公共节点：服务用语、没有地点的广告等，所有线路都可以播报。"
        />
      </Section>
    </RecordScreen>
  );
}
