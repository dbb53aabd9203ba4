import { useLoaderData } from "@remix-run/react";
import { settings } from "~/kit/ground/settings.server";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { roomList } from "~/kit/room/served-pages.server";
import { forecastRoom, forecastTable } from "../room";
import { forecasts } from "../room.server";

export const handle = screen({ title: forecastRoom.title });
export const loader = page(forecastRoom.may.read, async (call) => ({
  list: await roomList(call, forecasts),
  byHand: settings().WEATHER === "hand",
}));

export default function Forecasts() {
  const { list, byHand } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      room={forecastRoom}
      table={forecastTable}
      {...list}
      emptyText="还没有天气预报：录入今天和以后几天的天气，就会显示在门户首页。"
    >
      {!byHand && <p className="notice warn">按系统设置，门户首页现在不使用这里录入的天气（设置 WEATHER）。</p>}
    </ListScreen>
  );
}
