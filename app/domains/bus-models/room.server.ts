import { sql } from "kysely";
import { z } from "zod";
import { foundIn } from "~/kit/data/search/found.server";
import { api, endpoint } from "~/kit/page/http/api.server";
import { freeCall, roomCalls } from "~/kit/room/calls.server";
import { defineRecords, serve } from "~/kit/room/served.server";
import { busModelOptions } from "./queries.server";
import { BusModelOption, type BusModelRow, busModelRoom, busModelTable } from "./room";

export const busModels = serve<BusModelRow>({
  room: busModelRoom,
  table: busModelTable,
  source: defineRecords<BusModelRow, { modelNum?: string; manufacturer?: string }>(busModelRoom, {
    table: "busModel",
    searched: ["modelName", "modelNum"],
    unique: { bus_model_num_living: { path: "modelNum", message: "车辆型号已存在" } },
    more: sql`(select count(*) from bus where bus.model_uuid = bus_model.model_uuid and bus.deleted_at is null) as bus_count`,
    filters: {
      modelNum: (text) => foundIn("bus_model", text, ["model_num"]),
      manufacturer: (text) => sql`position(lower(${text}) in lower(manufacturer)) > 0`,
    },
    order: ["modelNum", "modelName", "manufacturer", "energyType", "length", "seats", "approved", "updatedAt"],
  }),
  sheet: {
    templateCode: "busModel",
    writtenTogether: true,
    looks: {
      modelNum: { example: "BJ6123" },
      modelName: { example: "12 米纯电动" },
      energyType: { example: "纯电动" },
      length: { example: 12000 },
      seats: { example: 28, remark: "不能多于核载人数" },
      approved: { example: 82 },
    },
    rules: ["车辆自己填写了的座位数、核载人数等不随型号改变。"],
  },
  calls: (served) => [
    api("/api/bus/model/v1.0", {
      ...roomCalls(served),
      validModelNum: freeCall(served, "modelNum"),
    }),
    api("/api/bus/v1.0", {
      busModelSelector: endpoint(busModelRoom.may.read, z.object({}), z.array(BusModelOption), busModelOptions),
    }),
  ],
  detail: (model) => [model.modelName, model.manufacturer].filter(Boolean).join(" "),
});
