import { page } from "~/kit/page/http/page.server";
import { askRemoval, removing } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RemovalScreen, removalTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { deleteDictionaries, dictionaryUses, findDictionary } from "../queries.server";
import { dictionaryRoom } from "../room";

export const handle = screen({ title: removalTitle(dictionaryRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, dictionaryRoom, findDictionary, dictionaryUses));
export const action = page(may.remove, (call) => removing(call, dictionaryRoom, findDictionary, deleteDictionaries));

export default function DeleteDictionary() {
  return <RemovalScreen room={dictionaryRoom} />;
}
