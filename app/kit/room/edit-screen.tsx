import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { EditAnswer } from "./save-form.server";
import { recordUrl, type Room } from "./room";
import { ConflictScreen } from "~/kit/page/screens/conflict-screen";

export const editTitle =
  <Row,>(room: Room<Row>) =>
  ({ record }: { record: Row | null }) =>
    record ? `编辑 ${room.nameOf(record)}` : `新增${room.noun}`;

export function useEditing<L>() {
  const answer = useActionData() as EditAnswer | undefined;
  return { ...useLoaderData<L>(), reply: answer?.reply, ...(answer?.picks && { picks: answer.picks }) };
}

export const formOf = <Row extends { version: number }>(room: Room<Row>, record: Row | null) => ({
  cancelTo: record ? recordUrl(room, record) : room.url,
  version: record?.version,
  labels: room.words.labels,
});

export function EditScreen<Row>({ room, children }: { room: Room<Row>; children: ReactNode }) {
  const { record } = useLoaderData() as { record: Row | null };
  const { conflict, names, lost } = (useActionData() as EditAnswer | undefined) ?? {};
  if (!conflict) return children;
  const { labels, show } = room.words;
  const sideFor = room.forHistory ?? ((side) => side);
  return (
    <ConflictScreen
      {...conflict}
      note={lost}
      labels={labels}
      show={(name, _value, side) => show(name, sideFor(side)[name], names)}
      cancelTo={record ? recordUrl(room, record) : room.url}
    />
  );
}
