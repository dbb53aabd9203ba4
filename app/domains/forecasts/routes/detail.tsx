import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { screen } from "~/kit/page/screens";
import { roomRecord } from "~/kit/room/served-pages.server";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { factsOf } from "~/kit/room/words";
import { forecastRoom } from "../room";
import { forecasts } from "../room.server";
import { warningsOf } from "../warnings";

export const handle = screen({ title: recordTitle(forecastRoom) });
export const loader = page(forecastRoom.may.read, (call) => roomRecord(call, forecasts));

export default function Forecast() {
  const { record } = useLoaderData<typeof loader>();
  const facts = [
    ...factsOf(forecastRoom.words, record, ["weatherDate", "weatherCode", "tempMin", "tempMax", "wind", "publisher"]),
    { label: "预警", value: record.warning || warningsOf(record).join("、"), wide: true },
  ];
  return <RecordScreen room={forecastRoom} sections={[{ title: "天气", facts }]} />;
}
