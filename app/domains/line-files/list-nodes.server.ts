import { type RawBuilder, sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { requireFile } from "./file-record.server";
import type { LinkRow, NodeRow, TextRow } from "./node-schema";
import type { z } from "zod";
import { inScope } from "~/kit/data/access/scope.server";

const select = sql`n.node_uuid, n.file_uuid, n.direction, n.serial, n.type_uuid as node_type_uuid, t.type_name, t.use, n.event, n.sta_uuid, n.station_serial as sta_serial,
  n.name, n.lng, n.lat, n.azimuth, n.radius, n.distance, n.limit_speed, n.is_broadcast, n.is_report, n.by_hand, n.extra, f.version`;
const from = sql`line_file_node n join node_type t using (type_uuid) join line_file f using (file_uuid)`;

/** The nodes of a file in driving order. */
export async function listNodes(
  viewer: Viewer,
  { fileUuid, direction }: { fileUuid: string; direction?: number },
): Promise<NodeRow[]> {
  await requireFile(viewer, fileUuid);
  const { rows } = await sql<NodeRow>`select ${select} from ${from}
    where n.file_uuid = ${fileUuid} and ${direction ? sql`n.direction = ${direction}` : sql`true`} order by n.direction, n.serial`.execute(
    db(),
  );
  return rows;
}

export async function findNode(viewer: Viewer, nodeUuid: string): Promise<NodeRow> {
  const { rows } =
    await sql<NodeRow>`select ${select} from ${from} where n.node_uuid = ${nodeUuid} and ${visible(viewer)}`.execute(
      db(),
    );
  if (!rows[0]) throw problem.missing("节点");
  return rows[0];
}

type NodeListFilters = { nodeUuid?: string; fileUuid?: string; voiceUse?: number };
type Link = z.output<typeof LinkRow>;
type Text = z.output<typeof TextRow>;

/** The nodes' own playlists, in the order in which they are heard. */
export async function listLinks(viewer: Viewer, { voiceUse, ...asked }: NodeListFilters): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select l.link_uuid, l.node_uuid, l.voice_use, l.voice_type, l.serial as "order", l.audio_uuid, a.audio_num, a.audio_name, l.text
    from line_file_node_audio l join line_file_node n using (node_uuid) join line_file f using (file_uuid) left join audio a using (audio_uuid)
    where ${asWanted(asked)} and ${visible(viewer)} and ${voiceUse ? sql`l.voice_use = ${voiceUse}` : sql`true`}
    order by n.direction, n.serial, l.voice_use, l.serial`.execute(db());
  return rows;
}

export async function listTexts(viewer: Viewer, asked: Omit<NodeListFilters, "voiceUse">): Promise<Text[]> {
  const { rows } = await sql<Text>`
    select l.link_uuid, l.node_uuid, l.language, l.serial as "order", l.text, l.seconds
    from line_file_node_text l join line_file_node n using (node_uuid) join line_file f using (file_uuid)
    where ${asWanted(asked)} and ${visible(viewer)} order by n.direction, n.serial, l.language, l.serial`.execute(db());
  return rows;
}

const asWanted = ({ nodeUuid, fileUuid }: Omit<NodeListFilters, "voiceUse">): RawBuilder<unknown> =>
  sql`${nodeUuid ? sql`n.node_uuid = ${nodeUuid}` : sql`true`} and ${fileUuid ? sql`n.file_uuid = ${fileUuid}` : sql`true`}`;

/** A node's file `f` is there and of a line that the viewer sees. */
const visible = (viewer: Viewer): RawBuilder<unknown> => sql`f.deleted_at is null and exists (
  select from line_classify c join line on line.line_uuid = c.main_uuid
  where c.classify_sid = f.classify_sid and c.deleted_at is null and line.deleted_at is null and ${inScope(viewer, sql`line.org_id`)})`;
