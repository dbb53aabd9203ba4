import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Picture } from "./picture";
import { recordUrl, type Room } from "./room";
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

/** A record's own page, as `loadDetailPage` loaded it: its facts, and the ways to its history, delete and edit pages as far as the viewer may. */
export function RecordScreen<Row>({ room, actions, children, ...page }: RecordScreenProps<Row>) {
  const { record, may, notices } = useLoaderData() as Loaded<Row>;
  const url = recordUrl(room, record);
  return (
    <DetailScreen
      {...page}
      picture={room.picture && <Picture room={room} record={record} />}
      actions={
        <>
          {actions}
          <a className="button" href={`${url}/history`}>
            修改历史
          </a>
          {may.remove && (
            <a className="button" href={`${url}/delete`}>
              删除
            </a>
          )}
          {may.write && (
            <a className="button primary" href={`${url}/edit`}>
              编辑
            </a>
          )}
        </>
      }
    >
      <RecordNotices notices={notices} />
      {children}
    </DetailScreen>
  );
}

interface Loaded<Row> {
  record: Row;
  may: { write: boolean; remove: boolean };
  notices?: RecordNotice[];
}
