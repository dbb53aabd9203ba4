import { useActionData, useLoaderData } from "@remix-run/react";
import type { Field } from "~/kit/page/forms/field";
import { page } from "~/kit/page/http/page.server";
import { bulkChange, bulkPage } from "~/kit/room/bulk.server";
import { inputsOf } from "~/kit/room/inputs";
import { screen } from "~/kit/page/screens";
import { BulkScreen, bulkTitle, useBulkForm } from "~/kit/room/screens";
import { today } from "~/kit/ground/time/today.server";
import { busBulk } from "../bulk.server";
import { LineFrom } from "../line-from";
import { busRoom } from "../room";
import { buses } from "../room.server";
import { BusBulkForm } from "../work-forms";

export const handle = screen({ title: bulkTitle(busRoom) });
export const loader = page(busRoom.may.read, async (call) => ({
  ...(await bulkPage(call, busBulk)),
  choices: await buses.choices!(call.viewer, null),
  today: today(),
}));
export const action = page(busRoom.may.read, (call) => bulkChange(call, busBulk));

/** No field of many begins with anything. */
const empty = Object.fromEntries(
  Object.entries(busRoom.fields).map(([name, one]) => [name, { ...one, start: undefined }]),
);

export default function BulkBuses() {
  const { choices, today, ...loaded } = useLoaderData<typeof loader>();
  const picks = useActionData<{ picks?: typeof loaded.picks }>()?.picks ?? loaded.picks;
  const [form, controls] = useBulkForm(BusBulkForm);
  const { lineUuid, lineFrom } = controls as unknown as Record<"lineUuid" | "lineFrom", Field>;
  return (
    <BulkScreen room={busRoom} form={form}>
      <LineFrom
        field={lineUuid}
        from={lineFrom}
        label={busRoom.words.labels.lineUuid!}
        offered={picks.lineUuid!}
        today={today}
      />
      {inputsOf(empty, controls as never, busRoom.bulk ?? [], { choices })}
    </BulkScreen>
  );
}
