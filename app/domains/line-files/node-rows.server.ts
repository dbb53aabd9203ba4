import { sql, type Transaction } from "kysely";
import { type Database, newKey, plannedOnce } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import type { Node, PlayItem } from "~/transit/announcements/model";
import { type NodeExtra, orderExtra } from "~/transit/announcements/node-extra";
import type { NodeUse } from "~/transit/announcements/words";
import { readPlaylists, readTexts } from "./node-lists.server";

/** The nodes of a file in driving order, with their own playlists and texts. */
export async function readNodes(on: Database, fileUuid: string): Promise<Node[]> {
  const { rows } = await sql<NodeFound>`${plannedOnce}
    select n.node_uuid, n.direction, n.serial, t.use, n.type_uuid, n.sta_uuid, n.station_serial, n.event, n.name, n.lng, n.lat,
      coalesce(n.azimuth, 0) as azimuth, coalesce(n.radius, t.default_radius) as radius, n.distance, n.limit_speed, n.is_broadcast, n.is_report, n.extra
    from line_file_node n join node_type t using (type_uuid) where n.file_uuid = ${fileUuid} order by n.direction, n.serial`.execute(
    on,
  );
  const keys = rows.map(({ nodeUuid }) => nodeUuid);
  const [playlists, texts] = await Promise.all([readPlaylists(on, keys), readTexts(on, keys)]);
  return rows.map(({ typeUuid, staUuid, stationSerial, event, limitSpeed, extra, ...node }) => ({
    ...node,
    nodeTypeUuid: typeUuid,
    ...(staUuid !== null && { staUuid }),
    ...(stationSerial !== null && { staSerial: stationSerial }),
    ...(event !== null && { event }),
    ...(limitSpeed !== null && { limitSpeed }),
    ...(orderExtra(extra) && { extra: orderExtra(extra) }),
    playlists: playlists.get(node.nodeUuid) ?? [],
    texts: texts.get(node.nodeUuid) ?? [],
  }));
}

type Nullable<T> = { [K in keyof T]: Exclude<T[K], undefined> | null };
type NodeFound = Omit<
  Node,
  "nodeTypeUuid" | "staUuid" | "staSerial" | "event" | "limitSpeed" | "extra" | "playlists" | "texts"
> &
  Nullable<Required<Pick<Node, "staUuid" | "event" | "limitSpeed">>> & {
    typeUuid: string;
    stationSerial: number | null;
    extra: NodeExtra;
  };

/** Makes a file's nodes those that are given: changed ones where they stand, others under a new key, those left out gone. */
export async function saveNodes(
  trx: Transaction<DB>,
  fileUuid: string,
  before: readonly Node[],
  after: readonly Node[],
): Promise<void> {
  const known = new Map(before.map((node) => [node.nodeUuid, node]));
  const kept = new Set(after.map(({ nodeUuid }) => nodeUuid));
  const gone = before.flatMap(({ nodeUuid }) => (kept.has(nodeUuid) ? [] : [nodeUuid]));
  if (gone.length > 0) await trx.deleteFrom("lineFileNode").where("nodeUuid", "in", gone).execute();
  await changeRows(
    trx,
    after.filter((node) => known.has(node.nodeUuid) && !isSame(node, known.get(node.nodeUuid)!)),
  );
  await addRows(
    trx,
    fileUuid,
    after.filter((node) => !known.has(node.nodeUuid)),
  );
}

const isSame = (one: Node, other: Node) => JSON.stringify(columnsOf(one)) === JSON.stringify(columnsOf(other));

async function changeRows(trx: Transaction<DB>, nodes: readonly Node[]): Promise<void> {
  if (nodes.length === 0) return;
  const types = await typesByUse(trx);
  const rows = nodes.map((node) => ({ nodeUuid: node.nodeUuid, ...nodeColumns(node, types) }));
  await sql`
    update line_file_node n set serial = c.serial, type_uuid = c."typeUuid", name = c.name, lng = c.lng, lat = c.lat, azimuth = c.azimuth, radius = c.radius, distance = c.distance,
      limit_speed = c."limitSpeed", extra = c.extra, is_broadcast = c."isBroadcast", is_report = c."isReport", event = c.event, sta_uuid = c."staUuid", station_serial = c."stationSerial"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c("nodeUuid" text, serial int, "typeUuid" text, name text, lng float8, lat float8, azimuth int, radius int, distance float8,
      "limitSpeed" int, extra jsonb, "isBroadcast" bool, "isReport" bool, event smallint, "staUuid" text, "stationSerial" int)
    where n.node_uuid = c."nodeUuid"`.execute(trx);
}

async function addRows(trx: Transaction<DB>, fileUuid: string, nodes: readonly Node[]): Promise<void> {
  const types = await typesByUse(trx);
  const rows = nodes.map((node) => ({ nodeUuid: isKey(node.nodeUuid) ? node.nodeUuid : newKey(), node }));
  for (const some of chunks(rows, 1000))
    await trx
      .insertInto("lineFileNode")
      .values(
        some.map(({ nodeUuid, node }) => {
          const { extra, ...columns } = nodeColumns(node, types);
          return { nodeUuid, fileUuid, ...columns, extra: JSON.stringify(extra) };
        }),
      )
      .execute();
  const links = rows.flatMap(({ nodeUuid, node }) =>
    node.playlists.flatMap(({ voiceUse, items }) => playRows(nodeUuid, voiceUse, items)),
  );
  for (const some of chunks(links, 2000)) await trx.insertInto("lineFileNodeAudio").values(some).execute();
  const texts = rows.flatMap(({ nodeUuid, node }) =>
    node.texts.map((text, at) => ({ linkUuid: newKey(), nodeUuid, serial: at + 1, ...text })),
  );
  for (const some of chunks(texts, 2000)) await trx.insertInto("lineFileNodeText").values(some).execute();
}

const chunks = <T>(list: readonly T[], size: number) =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));

const isKey = (key: string) => /^[0-9a-f]{32}$/.test(key);

export const playRows = (nodeUuid: string, voiceUse: number, items: readonly PlayItem[]) =>
  items.map((item, at) => ({
    linkUuid: newKey(),
    nodeUuid,
    voiceUse,
    serial: at + 1,
    voiceType: "audioUuid" in item ? 1 : 2,
    audioUuid: "audioUuid" in item ? item.audioUuid : null,
    text: "text" in item ? item.text : null,
  }));

const columnsOf = ({ playlists: _p, texts: _t, use: _u, nodeUuid: _n, ...node }: Node) => node;

function nodeColumns(node: Node, types: ReadonlyMap<NodeUse, string>) {
  const { nodeTypeUuid, staSerial, staUuid = null, event = null, limitSpeed = null, ...rest } = columnsOf(node);
  const extra = orderExtra(rest.extra) ?? {};
  const typeUuid = nodeTypeUuid ?? types.get(node.use);
  if (!typeUuid) throw problem.field("", "没有可用的进站和出站节点类型，请先在节点类型字典中新增或启用");
  return {
    ...rest,
    typeUuid,
    staUuid,
    event,
    limitSpeed,
    extra,
    stationSerial: staSerial ?? null,
    byHand: staUuid === null,
  };
}

async function typesByUse(on: Database): Promise<Map<NodeUse, string>> {
  const { rows } = await sql<{ use: NodeUse; typeUuid: string }>`
    select distinct on (use) use, type_uuid from node_type where deleted_at is null and is_valid order by use, sort, type_num`.execute(
    on,
  );
  return new Map(rows.map(({ use, typeUuid }) => [use, typeUuid]));
}
