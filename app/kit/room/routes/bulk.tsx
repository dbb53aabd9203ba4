import { useLoaderData } from "@remix-run/react";
import { screen } from "~/kit/page/screens";
import { bulkChange, bulkOf, bulkPage } from "../bulk.server";
import { inputsOf } from "../inputs";
import { roomPage } from "../room-page.server";
import { BulkScreen, bulkTitle, useBulkForm } from "../screens";
import { useRoom } from "../use-room";

export const handle = screen({ title: ({ title }: { title: string }) => title });

export const loader = roomPage("read", async (call, served) => {
  const [loaded, choices] = await Promise.all([
    bulkPage(call, bulkOf(served)),
    served.choices?.(call.viewer, null) ?? {},
  ]);
  return { ...loaded, choices, title: bulkTitle(served.room)(loaded) };
});

export const action = roomPage("read", (call, served) => bulkChange(call, bulkOf(served)));

export default function Bulk() {
  const { choices } = useLoaderData<typeof loader>();
  const room = useRoom();
  const [form, controls] = useBulkForm(room.Bulk);
  const plain = Object.fromEntries(
    Object.entries(room.fields).map(([name, one]) => [name, { ...one, start: undefined }]),
  );
  return (
    <BulkScreen room={room} form={room.bulk?.length ? form : undefined}>
      {inputsOf(plain, controls as never, room.bulk ?? [], { choices })}
    </BulkScreen>
  );
}
