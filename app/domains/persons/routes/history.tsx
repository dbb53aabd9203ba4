import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { loadHistoryPage } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { historyTitle, RecordHistory } from "~/kit/room/screens";
import { maskedIdCard } from "../id-card";
import { findPerson } from "../queries.server";
import { personRoom } from "../room";

export const handle = screen({ title: historyTitle(personRoom) });

export const loader = page(personRoom.may.read, async (call) => {
  const history = await loadHistoryPage(call, personRoom, findPerson);
  if (allows(call.viewer, personRoom.may.idCard)) return history;
  return {
    ...history,
    changes: history.changes.map((change) => ({
      ...change,
      before: masked(change.before),
      after: masked(change.after),
    })),
  };
});

function masked(side: Record<string, unknown> | null) {
  return side && typeof side.idCard === "string" ? { ...side, idCard: maskedIdCard(side.idCard) } : side;
}

export default function PersonHistory() {
  return <RecordHistory room={personRoom} />;
}
