import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { screen, Section } from "~/kit/page/screens";
import { PlainTable } from "~/kit/page/tables/plain-table";
import { roomRecord } from "~/kit/room/served-pages.server";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { factsOf } from "~/kit/room/words";
import { columnTable } from "../column-table";
import { nodeTypeRoom } from "../room";
import { nodeTypes } from "../room.server";
import { findSeeded } from "../seed";

export const handle = screen({ title: recordTitle(nodeTypeRoom) });

export const loader = page(nodeTypeRoom.may.read, (call) => roomRecord(call, nodeTypes));

export default function NodeTypePage() {
  const { record } = useLoaderData<typeof loader>();
  const { words } = nodeTypeRoom;
  const facts = [
    ...factsOf(words, record, ["typeNum", "typeName", "use", "colour", "icon", "defaultRadius"]),
    ...factsOf(words, record, ["needsAzimuth", "triggersOnce", "sort", "isValid"]),
    { label: "来源", value: findSeeded(record.typeNum) ? "程序使用，不能改编号和用途" : "自建" },
    { label: "节点数", value: String(record.nodeCount) },
    ...factsOf(words, record, ["remark"], { wide: true }),
  ];
  return (
    <RecordScreen room={nodeTypeRoom} sections={[{ title: "基本信息", facts }]}>
      <Section title={`专有列（${record.columns.length}）`}>
        <PlainTable
          table={columnTable}
          rows={record.columns}
          caption="专有列"
          empty="没有专有列：这一类节点只有名称、位置、方位角、半径等通用内容。"
        />
      </Section>
    </RecordScreen>
  );
}
