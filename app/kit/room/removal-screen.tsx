import { useActionData, useLoaderData } from "@remix-run/react";
import { recordUrl, type Room } from "./room";
import { ConfirmScreen } from "~/kit/page/screens/confirm-screen";
import type { Use } from "~/kit/page/screens/uses";

export const removalTitle =
  <Row,>(room: Room<Row>) =>
  ({ record }: { record: Row }) =>
    `删除 ${room.nameOf(record)}`;

/** Asks before a delete, as `loadRemovalPage` loaded it, and shows why `deleteAndRedirect` refused. */
export function RemovalScreen<Row>({ room }: { room: Room<Row> }) {
  const { record, uses } = useLoaderData() as { record: Row; uses: Use[] };
  const answer = useActionData() as { error?: string } | undefined;
  const isKept = !(room as { without?: readonly string[] }).without?.includes("recycle");
  return (
    <ConfirmScreen
      question={`删除${room.noun} ${room.nameOf(record)}？${isKept ? "删除后进入回收站，可以恢复。" : ""}`}
      uses={uses}
      cancelTo={recordUrl(room, record)}
      askReason
      error={answer?.error}
    />
  );
}
