import { type RawBuilder, sql } from "kysely";
import { listOrganisations } from "~/domains/organisations/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { readParameters } from "~/kit/data/db/parameters.server";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { selectOf, whereOf } from "~/kit/room/source-sql.server";
import { today } from "~/kit/ground/time/today.server";
import type { BusOnLine, Positions, StateNode, WatchedBus } from "./schema";
import { isOnline, watchedSource } from "./source.server";

const running = 10;

const notABus = {
  busUuid: null,
  busSelfCode: null,
  plateNum: null,
  lineUuid: null,
  lineName: null,
  busState: null,
  busStateName: null,
  online: null,
  reportedAt: null,
  position: null,
};

/** Organisations and their buses, named as parameter D010 asks for, as one flat tree; with `working` only buses whose main line of today is in service. */
export async function busStateTree(viewer: Viewer, working: boolean): Promise<StateNode[]> {
  const [organisations, buses, { D010 }] = await Promise.all([
    listOrganisations(viewer),
    watched(viewer, working ? sql`main.state = ${running}` : sql`true`),
    readParameters(["D010"]),
  ]);
  const named = D010 === "1";
  const parents = new Map(organisations.map(({ orgId, orgPid }) => [orgId, orgPid]));
  const counts = new Map(organisations.map(({ orgId }) => [orgId, { busCount: 0, onlineCount: 0 }]));
  for (const { orgId, online } of buses) {
    for (let at: string | null | undefined = orgId; at && counts.has(at); at = parents.get(at)) {
      const count = counts.get(at)!;
      count.busCount += 1;
      if (online) count.onlineCount += 1;
    }
  }
  return [
    ...organisations.map(({ orgId, orgPid, orgName }): StateNode => ({
      ...notABus,
      ...counts.get(orgId)!,
      id: orgId,
      pId: orgPid && counts.has(orgPid) ? orgPid : null,
      name: orgName,
      kind: "org",
    })),
    ...buses.map((bus) =>
      busNode(bus, named && bus.modelName ? `${bus.busSelfCode} ${bus.modelName}` : bus.busSelfCode),
    ),
  ];
}

/** Field by field: to leave two out by a rest pattern takes half a second for 50,000 buses. */
function busNode(
  {
    busUuid,
    orgId,
    busSelfCode,
    plateNum,
    lineUuid,
    lineName,
    busState,
    busStateName,
    online,
    reportedAt,
    position,
  }: WatchedBus,
  name: string,
): StateNode {
  return {
    id: busUuid,
    pId: orgId,
    name,
    kind: "bus",
    busUuid,
    busSelfCode,
    plateNum,
    lineUuid,
    lineName,
    busState,
    busStateName,
    online,
    reportedAt,
    position,
    busCount: null,
    onlineCount: null,
  };
}

/** The buses that may run on a line today, whether it is their main line or not. */
export async function busesOfLine(viewer: Viewer, lineUuid: string): Promise<BusOnLine[]> {
  const found = await sql<{
    busUuid: string;
    isMain: boolean;
  }>`select bus_uuid, is_main from bus_line where line_uuid = ${lineUuid} and valid @> ${today()}::date`.execute(db());
  const isMain = new Map(found.rows.map((row) => [row.busUuid, row.isMain]));
  const buses = await watched(viewer, sql`bus.bus_uuid = any(${[...isMain.keys()]})`);
  return buses.map((bus) => ({ ...bus, isMain: isMain.get(bus.busUuid)! }));
}

export const offlineAmong = (viewer: Viewer, busUuids: string[]) =>
  watched(viewer, sql`bus.bus_uuid = any(${busUuids}) and not ${isOnline()}`);

/** Where buses were last, by number; at most 5,000. */
export async function positionsOf(
  viewer: Viewer,
  { busUuids, orgId, lineUuid, minLng, minLat, maxLng, maxLat }: Positions,
): Promise<WatchedBus[]> {
  const asked = [
    sql`p.lng is not null`,
    ...(busUuids ? [sql`bus.bus_uuid = any(${busUuids})`] : []),
    ...(minLng === undefined
      ? []
      : [sql`p.lng between ${minLng} and ${maxLng} and p.lat between ${minLat} and ${maxLat}`]),
    ...watchedSource.where({ orgId, lineUuid }, viewer),
  ];
  const found = await watched(viewer, sql.join(asked, sql` and `), 5001);
  if (found.length > 5000) throw problem.field("", "结果超过 5000 辆，请用 busUuids、orgId、lineUuid 或矩形缩小范围");
  return found;
}

async function watched(viewer: Viewer, condition: RawBuilder<unknown>, most?: number): Promise<WatchedBus[]> {
  const found =
    await sql<WatchedBus>`select ${selectOf(watchedSource, viewer)} from bus ${watchedSource.joins!} where ${whereOf({ ...watchedSource, where: () => [condition] }, viewer, {})} order by bus.bus_self_code limit ${most ?? null}`.execute(
      db(),
    );
  return found.rows;
}
