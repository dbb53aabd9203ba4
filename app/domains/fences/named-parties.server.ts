import type { Viewer } from "~/kit/data/access/viewer";
import { findCodes } from "~/kit/room/sheets/references.server";
import { outside } from "~/kit/data/access/outside";
import type { FenceRow } from "./room";

export type ListedParties = Pick<FenceRow, "ownerUuid" | "lineUuids" | "busUuids">;

const places = {
  parking: { table: "depot", key: "parkingUuid", code: "parkingNum", title: "parkingName" },
  line: { table: "line", key: "lineUuid", code: "lineName", title: "lineName" },
  station: { table: "station", key: "staUuid", code: "staSelfCode", title: "staName" },
  bus: { table: "bus", key: "busUuid", code: "busSelfCode", title: "busSelfCode" },
} as const;

/** The owners, lines and buses of fences by what people call them, as far as they are given; those that the viewer does not reach as outside. */
export async function nameParties(
  viewer: Viewer,
  rows: readonly Partial<ListedParties & Pick<FenceRow, "ownerType">>[],
): Promise<Partial<ListedParties>[]> {
  const owned = (type: string) =>
    rows.flatMap((row) => ((row.ownerType ?? type) === type && row.ownerUuid ? [row.ownerUuid] : []));
  const [parking, line, station, bus] = await Promise.all([
    findCodes(viewer, places.parking, owned("parking")),
    findCodes(viewer, places.line, [...owned("line"), ...rows.flatMap(({ lineUuids }) => lineUuids ?? [])]),
    findCodes(viewer, places.station, owned("station")),
    findCodes(
      viewer,
      places.bus,
      rows.flatMap(({ busUuids }) => busUuids ?? []),
    ),
  ]);
  const owners: Record<string, ReadonlyMap<string, string>> = { parking, line, station };
  const all = (codes: ReadonlyMap<string, string>, keys: readonly string[]) => [
    ...new Set(keys.map((key) => codes.get(key) ?? outside)),
  ];
  const ownerOf = (type: string | null | undefined, key: string | null) =>
    (key && (type ? owners[type]?.get(key) : (parking.get(key) ?? line.get(key) ?? station.get(key)))) || null;
  return rows.map(({ ownerType, ownerUuid, lineUuids, busUuids }) => ({
    ...(ownerUuid !== undefined && {
      ownerUuid: ownerUuid && ownerType !== null ? (ownerOf(ownerType, ownerUuid) ?? outside) : null,
    }),
    ...(lineUuids && { lineUuids: all(line, lineUuids) }),
    ...(busUuids && { busUuids: all(bus, busUuids) }),
  }));
}
