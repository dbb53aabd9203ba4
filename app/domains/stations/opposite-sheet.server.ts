import { sql } from "kysely";
import { partSheet } from "~/kit/room/sheets/part-sheet.server";
import type { Values } from "~/kit/room/sheets/sheet";
import { updateStation } from "./opposites.server";
import { stationRoom } from "./room";
import { stations } from "./room.server";

/** Which stations lie opposite one another: beside the sheet of stations, where two new ones could not name each other. */
export const oppositeSheet = partSheet(stations, {
  templateCode: "stationOpposite",
  title: "站点对向站",
  noun: "对向站",
  fields: { oppositeSta: stationRoom.fields.oppositeSta },
  looks: { oppositeSta: { example: "10010002", remark: "留空为没有对向站" } },
  rules: [
    "两站互为对向站，写一行就够，写两行也可以",
    "其中一站原来另有对向站时，原来那一对自动解除",
    "两站相距 1000 米以上的不导入，确需如此请在站点页面上填写",
  ],
  named: [],
  async read(_viewer, keys, on) {
    const found = await sql<Values & { staUuid: string }>`
      select sta_uuid, opposite_sta from station where sta_uuid = any(${[...keys]}) and opposite_sta is not null`.execute(
      on,
    );
    return new Map(found.rows.map(({ staUuid, ...item }) => [staUuid, [item]]));
  },
  isNone: ({ oppositeSta }) => !oppositeSta,
  save: (viewer, staUuid, [item]) =>
    updateStation({ ...viewer, confirmed: ["opposite-taken"] }, staUuid, {
      oppositeSta: (item?.oppositeSta as string | undefined) ?? null,
    }),
});
