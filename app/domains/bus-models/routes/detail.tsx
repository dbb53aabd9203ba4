import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { roomRecord } from "~/kit/room/served-pages.server";
import { factsOf } from "~/kit/room/words";
import { screen } from "~/kit/page/screens";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { busModelRoom } from "../room";
import { busModels } from "../room.server";

export const handle = screen({ title: recordTitle(busModelRoom) });
export const loader = page(busModelRoom.may.read, (call) => roomRecord(call, busModels));

export default function BusModel() {
  const { record: model } = useLoaderData<typeof loader>();
  const { words } = busModelRoom;
  const buses = { label: "使用中的车辆", value: `${model.busCount} 辆` };
  return (
    <RecordScreen
      room={busModelRoom}
      sections={[
        {
          title: "基本信息",
          facts: [
            ...factsOf(words, model, [
              "modelNum",
              "modelName",
              "brand",
              "manufacturer",
              "energyType",
              "emission",
              "icon",
            ]),
            buses,
          ],
        },
        {
          title: "车身与载客",
          facts: factsOf(words, model, [
            "length",
            "width",
            "height",
            "grossMass",
            "seats",
            "approved",
            "doors",
            "deckType",
          ]),
        },
        {
          title: "动力与其他",
          facts: [
            ...factsOf(words, model, ["batteryKwh", "rangeKm", "maxSpeed"]),
            ...factsOf(words, model, ["remark"], { wide: true }),
          ],
        },
      ]}
    />
  );
}
