import type { z } from "zod";
import { playlistsOf } from "~/domains/voice-versions/schema";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction, joinTransaction, newKey } from "~/kit/data/db/pool.server";
import { type FieldError, Problem, problem } from "~/kit/ground/problem";
import type { PlayItem } from "~/transit/announcements/model";
import { type Direction, type VoiceUse, voiceUses } from "~/transit/announcements/words";
import { addNode, changeNode, setPlaylist, setTexts } from "../file-content.server";
import type { NodeRow } from "../schema";
import type { LineNodeForm } from "./node-form";

export interface NewPlace {
  fileUuid: string;
  direction: Direction;
  nodeTypeUuid: string;
}

/** Saves a node with its playlists and texts as one form has them, all or nothing; errors of pieces stand at their rows. */
export async function saveNode(
  viewer: Viewer,
  known: NodeRow | NewPlace,
  { items, texts, was: _was, reason, ...values }: z.output<typeof LineNodeForm>,
): Promise<void> {
  const by = { ...viewer, reason: reason ?? undefined };
  const { playlists, rowAt } = playlistsOf(items);
  await inTransaction((trx) =>
    joinTransaction(trx, async () => {
      const { nodeUuid } = "nodeUuid" in known ? await change(by, known, values) : await add(by, known, values);
      for (const voiceUse of Object.keys(voiceUses).map(Number) as VoiceUse[]) {
        const list = playlists.findIndex((one) => one.voiceUse === voiceUse);
        const own = (playlists[list]?.items ?? []).map((item): PlayItem =>
          item.audioUuid ? { audioUuid: item.audioUuid } : { text: item.text! },
        );
        await setPlaylist(by, nodeUuid, { voiceUse, items: own }).catch((error: unknown) => {
          throw error instanceof Problem ? atRows(error, (item) => rowAt(list, item)) : error;
        });
      }
      await setTexts(by, nodeUuid, texts);
    }),
  );
}

type Values = Omit<z.output<typeof LineNodeForm>, "items" | "texts" | "was" | "reason">;

/** A place that was not touched is not snapped to the path anew. */
function change(viewer: Viewer, node: NodeRow, { lng, lat, distance, ...rest }: Values) {
  const isMoved = lng !== undefined && (lng !== node.lng || lat !== node.lat);
  const { azimuth, radius, limitSpeed, ...more } = rest;
  return changeNode(viewer, node.nodeUuid, {
    ...more,
    azimuth: azimuth ?? null,
    radius: radius ?? null,
    limitSpeed: limitSpeed ?? null,
    ...(isMoved ? { lng, lat } : distance !== undefined && { distance }),
    nodeTypeUuid: node.nodeTypeUuid,
  });
}

async function add(viewer: Viewer, { fileUuid, ...place }: NewPlace, values: Values) {
  if (values.lng === undefined && values.distance === undefined)
    throw problem.field("lng", "请在地图上选一点（或填写经度和纬度），或填写距起点多少米");
  return addNode(viewer, fileUuid, { nodeUuid: newKey(), ...place, ...values });
}

function atRows(refusal: Problem, rowOf: (item: number) => number): Problem {
  const errors = refusal.errors.map(({ path, message }): FieldError => {
    const [, item] = /^items\.(\d+)/.exec(path) ?? [];
    return item ? { path: `items.${rowOf(Number(item))}.audioUuid`, message } : { path, message };
  });
  return problem.fields(errors);
}
