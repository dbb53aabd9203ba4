import { page } from "~/kit/page/http/page.server";
import { recyclePage, restoring } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RecycleBin, recycleTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { restoreDictionary } from "../queries.server";
import { dictionaryRoom } from "../room";
import { dictionarySource } from "../source.server";

export const handle = screen({ title: recycleTitle(dictionaryRoom) });
export const loader = page(may.remove, (call) =>
  recyclePage(call, dictionarySource, { title: "codeName", detail: "codeNum" }),
);
export const action = page(may.remove, (call) => restoring(call, dictionaryRoom, restoreDictionary));

export default function DeletedDictionaries() {
  return <RecycleBin room={dictionaryRoom} codeLabel="字典编码" codeLength={32} />;
}
