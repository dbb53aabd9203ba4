import { db } from "~/kit/data/db/pool.server";
import type { ServedRoom } from "~/kit/room/served.server";
import { rooms } from "~/rooms";
import { fleetNames } from "~/seed/demo-fleet";
import { day } from "./days";

type DepotOf = (orgId: string) => string;

export interface ScopedRoom {
  name: string;
  /** The list's page. */
  page: string;
  api: string;
  key: string;
  table: string;
  /** What `add` takes for a record of an organisation, named so that lists and searches show it. */
  values(title: string, orgId: string, number: number, depotOf: DepotOf): Promise<object> | object;
  /** A change that anyone may make. */
  change: object;
  /** What moves a record to another organisation, and the field that is refused; `orgId` where absent. */
  move?: { to(orgId: string, depotOf: DepotOf): object; path: string };
  /** What the room does not offer; `remove`: a record that belongs to an organisation is not deleted; `key`: a new record's key is never given. */
  without?: ("export" | "search" | "bulk" | "remove" | "key")[];
}

/** Rooms whose new records need more than their fields say. */
const told: ScopedRoom[] = [
  {
    name: "线路",
    page: "/line/line-management",
    api: "/api/line/v1.0",
    key: "lineUuid",
    table: "line",
    values: (title, orgId) => ({ lineName: title, lineType: 1, orgId }),
    change: { remark: "改" },
  },
  {
    name: "场站",
    page: "/parking/parking-management",
    api: "/api/base/parking/info",
    key: "parkingUuid",
    table: "depot",
    values: (title, orgId, number) => ({ parkingNum: `SW${number}`, parkingName: title, orgId }),
    change: { remark: "改" },
  },
  {
    name: "电子围栏",
    page: "/electronic-fence/electronic-fence-management",
    api: "/api/fence/v1.0",
    key: "fenceUuid",
    table: "fence",
    values: (title, orgId, number) => ({
      fenceNum: `SW${number}`,
      fenceName: title,
      useType: 6,
      orgId,
      shape: 1,
      lng: 116.38,
      lat: 39.87,
      radius: 100,
    }),
    change: { remark: "改" },
  },
  {
    name: "车辆",
    page: "/bus/bus-management",
    api: "/api/bus/v1.0",
    key: "busUuid",
    table: "bus",
    values: async (title, orgId, number) => ({
      busSelfCode: title,
      plateNum: `京A9${String(number).padStart(4, "0")}`,
      modelUuid: (await db().selectFrom("busModel").select("modelUuid").limit(1).executeTakeFirstOrThrow()).modelUuid,
      orgId,
    }),
    change: { remark: "改" },
  },
  {
    name: "设备",
    page: "/device/device-management",
    api: "/api/dev/v1.0",
    key: "devUuid",
    table: "device",
    values: async (title, orgId, _number, depotOf) => ({
      devSelfCode: title,
      modelUuid: (await db().selectFrom("deviceModel").select("modelUuid").limit(1).executeTakeFirstOrThrow())
        .modelUuid,
      bindType: "parking",
      bindUuid: depotOf(orgId),
    }),
    change: { remark: "改" },
    move: { to: (orgId, depotOf) => ({ bindType: "parking", bindUuid: depotOf(orgId) }), path: "bindUuid" },
    without: ["remove"],
  },
  {
    name: "人员",
    page: "/personnel/personnel-management",
    api: "/api/person/v1.0",
    key: "personUuid",
    table: "person",
    values: async (title, orgId, number) => ({
      jobNumber: `SW${number}`,
      name: title,
      orgId,
      postUuid: (
        await db()
          .selectFrom("post")
          .select("postUuid")
          .where("postName", "=", fleetNames.posts.dispatcher)
          .executeTakeFirstOrThrow()
      ).postUuid,
    }),
    change: { remark: "改" },
  },
  {
    name: "用户",
    page: "/system/user",
    api: "/api/user/v1.0",
    key: "userId",
    table: "appUser",
    values: (title, orgId, number) => ({ userAccount: `sweep${number}`, userName: title, orgId }),
    change: { userName: "改" },
    without: ["bulk", "key"],
  },
];

/** A room of the list as the sweep needs it: a new record is made of what its fields ask for. */
function scopedRoom({ room, source, calls }: ServedRoom): ScopedRoom {
  const [name] = [room.named].flat() as string[];
  const asked = Object.entries(room.fields).filter(([, { rule }]) => !rule.safeParse(undefined).success);
  const text = Object.entries(room.fields).find(([, one]) => one.kind === "lines") ?? [name];
  return {
    name: room.noun,
    page: room.url,
    api: calls[0]!.prefix,
    key: room.key,
    table: source.kept.table,
    values: (title, orgId, number) =>
      Object.fromEntries(
        asked.map(([field, { isOrganisation, choices, kind }]) => [
          field,
          isOrganisation
            ? orgId
            : field === name
              ? title
              : (choices?.[0]?.value ?? { date: day(3000), number: 1 }[kind as "date"] ?? `SW${number}`),
        ]),
      ),
    change: { [text[0] as string]: "改" },
    ...((room as { without?: string[] }).without?.includes("bulk") && { without: ["bulk" as const] }),
  };
}

const toldPages = new Set(told.map(({ page }) => page));

/** Every room whose records belong to an organisation: those told here, and of the list of rooms all others. */
export const scopedRooms: readonly ScopedRoom[] = [
  ...told,
  ...rooms.filter(({ room }) => room.fields.orgId?.isOrganisation && !toldPages.has(room.url)).map(scopedRoom),
];
