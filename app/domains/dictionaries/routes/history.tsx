import { page } from "~/kernel/access/page.server";
import { historyPage } from "~/kernel/rooms/pages.server";
import { historyTitle, RecordHistory, screen } from "~/kernel/screens";
import { withoutSameItems } from "../item-words";
import { may } from "../policy";
import { findDictionary } from "../queries.server";
import { dictionaryRoom } from "../room";

export const handle = screen({ title: historyTitle(dictionaryRoom) });

export const loader = page(may.read, async (call) => {
  const { changes, ...given } = await historyPage(call, dictionaryRoom, findDictionary);
  const shown = changes.map((change) => {
    const [before, after] = withoutSameItems([change.before, change.after] as const);
    return { ...change, before, after };
  });
  return { ...given, changes: shown };
});

export default function DictionaryHistory() {
  return <RecordHistory room={dictionaryRoom} />;
}
