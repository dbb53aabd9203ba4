import { page } from "~/kit/page/http/page.server";
import { loadHistoryPage } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { findRow } from "~/kit/room/source.server";
import { historyTitle, RecordHistory } from "~/kit/room/screens";
import { withoutSameItems } from "../item-words";
import { dictionaryRoom } from "../room";
import { dictionarySource } from "../source.server";

export const handle = screen({ title: historyTitle(dictionaryRoom) });

export const loader = page(dictionaryRoom.may.read, async (call) => {
  const { changes, ...given } = await loadHistoryPage(call, dictionaryRoom, (viewer, key) =>
    findRow(dictionarySource, viewer, key),
  );
  const shown = changes.map((change) => {
    const [before, after] = withoutSameItems([change.before, change.after] as const);
    return { ...change, before, after };
  });
  return { ...given, changes: shown };
});

export default function DictionaryHistory() {
  return <RecordHistory room={dictionaryRoom} />;
}
