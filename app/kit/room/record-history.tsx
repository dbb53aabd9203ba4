import { useLoaderData } from "@remix-run/react";
import type { Room } from "./room";
import type { Names } from "./words";
import { type HistoryChange, HistoryScreen } from "~/kit/page/screens/history-screen";

export const historyTitle =
  <Row,>(room: Room<Row>) =>
  ({ record }: { record: Row }) =>
    `${room.nameOf(record)} 的修改历史`;

export function RecordHistory<Row>({ room }: { room: Room<Row> }) {
  const { changes, names, editUrl } = useLoaderData() as { changes: HistoryChange[]; names: Names; editUrl?: string };
  const show = (record: Record<string, unknown> | null) => record && (room.forHistory?.(record) ?? record);
  return (
    <HistoryScreen
      changes={changes.map((change) => ({ ...change, before: show(change.before), after: show(change.after) }))}
      labels={room.words.labels}
      restoreAt={editUrl ? (historyId, name) => `${editUrl}?restore=${historyId}&field=${name}` : undefined}
      show={(name, value) => room.words.show(name, value, names)}
    />
  );
}
