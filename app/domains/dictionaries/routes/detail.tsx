import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { reading } from "~/kit/room/pages.server";
import { factsOf } from "~/kit/room/words";
import { screen, Section } from "~/kit/page/screens";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { ItemTable } from "../item-table";
import { may } from "../policy";
import { findDictionary, usedItems } from "../queries.server";
import { dictionaryRoom, dictionaryWords } from "../room";
import { isSeeded } from "../seed";

export const handle = screen({ title: recordTitle(dictionaryRoom) });

export const loader = page(may.read, (call) =>
  reading(call, dictionaryRoom, may, findDictionary, async (_viewer, { codeNum }) => ({
    used: await usedItems(codeNum),
  })),
);

export default function Dictionary() {
  const { record, used } = useLoaderData<typeof loader>();
  const facts = [
    ...factsOf(dictionaryWords, record, ["codeNum", "codeName", "isValid"]),
    { label: "来源", value: isSeeded(record.codeNum) ? "程序使用，不能改编码或删除" : "自建" },
    ...factsOf(dictionaryWords, record, ["remark"], { wide: true }),
  ];
  return (
    <RecordScreen room={dictionaryRoom} note={record.codeNum} sections={[{ title: "基本信息", facts }]}>
      <Section title={`字典项（${record.dictItemList.length}）`}>
        <ItemTable items={record.dictItemList} used={used} />
      </Section>
    </RecordScreen>
  );
}
