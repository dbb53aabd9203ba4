import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { bulkChange, bulkPage } from "~/kit/room/bulk.server";
import { inputsOf } from "~/kit/room/inputs";
import { screen } from "~/kit/page/screens";
import { BulkScreen, bulkTitle, useBulkForm } from "~/kit/room/screens";
import { busBulk } from "../bulk.server";
import { busChoices } from "../queries.server";
import { busRoom } from "../room";

export const handle = screen({ title: bulkTitle(busRoom) });
export const loader = page(busRoom.may.read, async (call) => ({
  ...(await bulkPage(call, busBulk)),
  choices: await busChoices(call.viewer),
}));
export const action = page(busRoom.may.read, (call) => bulkChange(call, busBulk));

/** No field of many begins with anything. */
const empty = Object.fromEntries(
  Object.entries(busRoom.fields).map(([name, one]) => [name, { ...one, start: undefined }]),
);

export default function BulkBuses() {
  const { choices } = useLoaderData<typeof loader>();
  const [form, controls] = useBulkForm(busRoom.Bulk);
  return (
    <BulkScreen room={busRoom} form={form}>
      {inputsOf(empty, controls as never, busRoom.bulk ?? [], { choices })}
    </BulkScreen>
  );
}
