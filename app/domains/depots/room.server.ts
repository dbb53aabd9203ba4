import { sql } from "kysely";
import { z } from "zod";
import { foundIn } from "~/kit/data/search/found.server";
import { api } from "~/kit/page/http/api.server";
import { toMillionths } from "~/kit/page/forms/rules";
import { coordsPairs, GeoArea, geoArea } from "~/kit/page/map/shape-rules";
import { freeCall, roomCalls } from "~/kit/room/calls.server";
import { offerOf } from "~/kit/room/offers.server";
import { defineRecords, serve } from "~/kit/room/served.server";
import { findRow } from "~/kit/room/source.server";
import { createRow, updateRow } from "~/kit/room/verbs.server";
import { coordsAsLines } from "~/transit/geo/coordinate-lines";
import { pointsOf } from "~/transit/geo/shape";
import { centreOf } from "~/transit/geo/shape-geometry";
import { depotReferences } from "./references.server";
import { type DepotRow, depotRoom, depotTable, soundOutline } from "./room";

type Values = Partial<typeof depotRoom.values>;

const source = defineRecords<DepotRow, { parkingNum?: string }>(depotRoom, {
  table: "depot",
  searched: ["parkingName", "parkingNum"],
  unique: { depot_num_living: "parkingNum" },
  more: sql`(select count(*) from bus where bus.parking_uuid = depot.parking_uuid and bus.deleted_at is null) as bus_count,
    (select count(*) from device where device.bind_uuid = depot.parking_uuid and device.deleted_at is null) as device_count,
    (select count(*) from fence where fence.owner_uuid = depot.parking_uuid and fence.deleted_at is null) as fence_count`,
  filters: { parkingNum: (part) => foundIn("depot", part, ["parking_num"]) },
  order: ["parkingNum", "parkingName", "parkingType", "state", "busBays", "chargers", "updatedAt"],
});

const columns = Object.keys(depotRoom.fields);

export const depots = serve<DepotRow>({
  room: depotRoom,
  table: depotTable,
  source,
  references: depotReferences,
  detail: (depot) => [depot.parkingNum, depot.orgName].join(" "),
  verbs: {
    create: (viewer, values: Values) => createRow(source, viewer, placed(values)),
    update: async (viewer, key, changes: Values, version) =>
      updateRow(source, viewer, key, placed(changes, await findRow(source, viewer, key)), version),
  },
  sheet: {
    templateCode: "parking",
    columns: [...columns.filter((name) => name !== "outline"), "outline"],
    looks: {
      parkingNum: { example: "CC001" },
      parkingName: { example: "城东停车场" },
      parkingType: { example: "停车场" },
      orgId: { example: "1001", remark: "机构编号" },
      state: { example: "正常经营" },
      lng: { remark: "WGS84，东经为正" },
      lat: { remark: "WGS84，北纬为正" },
      outline: {
        remark: "各顶点的“经度,纬度”，用分号或换行分开，最多 200 个",
        width: 40,
        read: (text) => text.replace(/[;；]/g, "\n"),
        write: (coords: number[]) => coordsAsLines(coords).replaceAll("\n", "; "),
      },
    },
    rules: ["没有经纬度而有场界的场站，位置取场界的中心。"],
  },
  calls: (served) => [
    api("/api/base/parking/info", {
      ...roomCalls(served, {
        add: depotRoom.Add.safeExtend({ outline: coordsPairs.nullish() }),
        update: depotRoom.Update.extend({ outline: coordsPairs.nullish() }).superRefine(soundOutline),
        reply: depotRoom.Row.extend({
          outline: z.array(z.tuple([z.number(), z.number()])).nullable(),
          geojson: GeoArea.nullable(),
        }),
        answer: ({ outline, ...row }) => ({
          ...row,
          outline: outline && pointsOf(outline),
          geojson: outline && geoArea({ shape: 3, coords: outline }),
        }),
      }),
      validParkingNum: freeCall(served, "parkingNum"),
    }),
  ],
});

export const offerDepots = offerOf(source, ({ parkingUuid, parkingName }) => ({
  value: parkingUuid,
  label: parkingName,
}));

/** An empty outline is none; a depot without a point of its own stands in the middle of its outline. */
function placed(values: Values, current?: DepotRow): Values {
  const changed = values.outline?.length ? values.outline : values.outline && null;
  const outline = changed === undefined ? current?.outline : changed;
  const point = values.lng === undefined ? current?.lng : values.lng;
  if (!outline || (point ?? null) !== null) return { ...values, outline: changed };
  const [lng, lat] = centreOf({ kind: "polygon", ring: pointsOf(outline) }).map(toMillionths);
  return { ...values, outline: changed, lng, lat };
}
