import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { reading } from "~/kit/room/pages.server";
import { factsOf } from "~/kit/room/words";
import { screen } from "~/kit/page/screens";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { findBusModel } from "../queries.server";
import { busModelRoom, busModelWords } from "../room";

export const handle = screen({ title: recordTitle(busModelRoom) });
export const loader = page(may.read, (call) => reading(call, busModelRoom, may, findBusModel));

export default function BusModel() {
  const { record: model } = useLoaderData<typeof loader>();
  const buses = { label: "使用中的车辆", value: `${model.busCount} 辆` };
  return (
    <RecordScreen
      room={busModelRoom}
      note={model.modelName}
      sections={[
        {
          title: "基本信息",
          facts: [
            ...factsOf(busModelWords, model, [
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
          facts: factsOf(busModelWords, model, [
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
            ...factsOf(busModelWords, model, ["batteryKwh", "rangeKm", "maxSpeed"]),
            ...factsOf(busModelWords, model, ["remark"], { wide: true }),
          ],
        },
      ]}
    />
  );
}
