import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Picture } from "./picture";
import type { Room } from "./room";
import { DetailScreen, type Fact } from "~/kit/page/screens/detail-screen";
import { RecordNotices } from "~/kit/page/screens/record-notices";
import type { RecordNotice } from "./record-notices.server";

export const recordTitle =
  <Row,>(room: Room<Row>) =>
  ({ record }: { record: Row }) =>
    room.nameOf(record);

interface RecordScreenProps<Row> {
  room: Room<Row>;
  note?: ReactNode;
  actions?: ReactNode;
  sections: { title: string; facts: Fact[] }[];
  children?: ReactNode;
}

/** A record's own page, as `loadDetailPage` loaded it: its facts under the head that all its pages share. */
export function RecordScreen<Row>({ room, children, ...page }: RecordScreenProps<Row>) {
  const { record, notices } = useLoaderData() as RecordData<Row>;
  return (
    <DetailScreen {...page} picture={room.picture && <Picture room={room} record={record} />}>
      <RecordNotices notices={notices} />
      {children}
    </DetailScreen>
  );
}

interface RecordData<Row> {
  record: Row;
  notices?: RecordNotice[];
}
