import { useLoaderData } from "@remix-run/react";
import { screen } from "~/kit/page/screens";
import { roomPage } from "../room-page.server";
import { shownFacts } from "../room-parts";
import { RecordScreen, recordTitle } from "../screens";
import { roomRecord } from "../served-pages.server";
import { useRoom } from "../use-room";

export const handle = screen({ title: ({ title }: { title: string }) => title });

export const loader = roomPage("read", async (call, served) => {
  const loaded = await roomRecord(call, served);
  return { ...loaded, title: recordTitle(served.room)(loaded) };
});

export default function Detail() {
  const { record, names } = useLoaderData<typeof loader>();
  const room = useRoom();
  return <RecordScreen room={room} sections={shownFacts(room, record as Record<string, unknown>, names)} />;
}
