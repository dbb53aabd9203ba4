import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { roomRecord } from "~/kit/room/served-pages.server";
import { factsOf } from "~/kit/room/words";
import { screen, Section } from "~/kit/page/screens";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { ItemTable } from "../item-table";
import { usedItems } from "../queries.server";
import { dictionaryRoom } from "../room";
import { dictionaries } from "../room.server";
import { isSeeded } from "../seed";

export const handle = screen({ title: recordTitle(dictionaryRoom) });

export const loader = page(dictionaryRoom.may.read, (call) =>
  roomRecord(call, dictionaries, async (_viewer, { codeNum }) => ({
    used: await usedItems(codeNum),
  })),
);

export default function Dictionary() {
  const { record, used } = useLoaderData<typeof loader>();
  const { words } = dictionaryRoom;
  const facts = [
    ...factsOf(words, record, ["codeNum", "codeName", "isValid"]),
    { label: "来源", value: isSeeded(record.codeNum) ? "程序使用，不能改编码或删除" : "自建" },
    ...factsOf(words, record, ["remark"], { wide: true }),
  ];
  return (
    <RecordScreen room={dictionaryRoom} sections={[{ title: "基本信息", facts }]}>
      <Section title={`字典项（${record.dictItemList.length}）`}>
        <ItemTable items={record.dictItemList} used={used} />
      </Section>
    </RecordScreen>
  );
}
