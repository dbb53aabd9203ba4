import type { Viewer } from "~/kit/data/access/viewer";
import { db, newKey } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import type { Part } from "~/transit/announcements/words";
import {
  changeSpoken,
  type GivenLink,
  type GivenText,
  knownClips,
  refusePlace,
  withRow,
  withTexts,
} from "./change-recipe.server";
import { findSlots, findTexts } from "./links.server";
import { isAt, type RowPlace } from "./recipe";
import { mostParts, partFault, textFault } from "./recipe-rules";

interface NewSlot extends RowPlace {
  linkUuid?: string;
  versionUuid: string;
  order?: number;
  part: Part;
  audioUuid?: string | null;
}

/** Adds a part to a row, at the end or where `order` says. The same add twice answers the same part. */
export async function addSlot(
  viewer: Viewer,
  { versionUuid, order, part, audioUuid, ...sent }: NewSlot,
): Promise<string> {
  const linkUuid = sent.linkUuid ?? newKey();
  const place = sent;
  const [known] = sent.linkUuid ? await findSlots({ linkUuid }) : [];
  const same =
    known?.versionUuid === versionUuid && known.part === part && (known.audioUuid ?? "") === (audioUuid ?? "");
  if (known && !same) throw problem.field("linkUuid", "这个主键已被使用，请换一个主键");
  if (known) return linkUuid;
  await changeRow(viewer, versionUuid, place, (row) => {
    if (row.length >= mostParts) throw problem.field("order", `一行最多 ${mostParts} 段`);
    return { one: { linkUuid, part, audioUuid }, row, order };
  });
  return linkUuid;
}

interface SlotChange {
  linkUuid: string;
  order?: number;
  part?: Part;
  audioUuid?: string | null;
}

export async function updateSlot(viewer: Viewer, { linkUuid, order, part, audioUuid }: SlotChange): Promise<string> {
  const { versionUuid, ...place } = await slotAt(linkUuid);
  await changeRow(viewer, versionUuid, place, (row) => {
    const at = row.findIndex((one) => one.linkUuid === linkUuid);
    if (at < 0) throw problem.missing("配方的段");
    const next = {
      linkUuid,
      part: part ?? row[at]!.part,
      audioUuid: audioUuid === undefined ? row[at]!.audioUuid : audioUuid,
    };
    // Another part than a clip has none; one that is not said again goes.
    const kept = next.part !== "clip" && audioUuid === undefined ? { ...next, audioUuid: null } : next;
    return { one: kept, row: row.filter((_, nth) => nth !== at), order: order ?? at + 1 };
  });
  return linkUuid;
}

/** All of one version, or none. */
export async function removeSlots(viewer: Viewer, keys: readonly string[]): Promise<void> {
  const found = await db()
    .selectFrom("voiceVersionAudio")
    .select(["linkUuid", "versionUuid"])
    .where("linkUuid", "in", keys)
    .execute();
  const [versionUuid, ...others] = new Set(found.map((one) => one.versionUuid));
  if (!versionUuid || found.length < new Set(keys).size) throw problem.missing("配方的段");
  if (others.length > 0) throw problem.field("ids", "一次只能删除一个版本的段");
  const gone = new Set(keys);
  await changeSpoken(viewer, versionUuid, ({ slots }) => {
    const left = slots.filter(({ linkUuid }) => !gone.has(linkUuid));
    return { slots: left.map((one, at) => ({ ...one, order: left.slice(0, at + 1).filter(isAt(one)).length })) };
  });
}

interface NewText extends RowPlace {
  linkUuid?: string;
  versionUuid: string;
  order?: number;
  text: string;
  seconds: number;
}

/** Adds a text, or changes the one that has this key. */
export async function saveText(
  viewer: Viewer,
  { versionUuid, order, text, seconds, ...sent }: NewText,
): Promise<string> {
  const linkUuid = sent.linkUuid ?? newKey();
  const [known] = sent.linkUuid ? await findTexts({ linkUuid }) : [];
  if (known && known.versionUuid !== versionUuid) throw problem.field("linkUuid", "这个主键已被使用，请换一个主键");
  await changeSpoken(viewer, versionUuid, ({ texts }, version) => {
    refusePlace(version, sent);
    const fault = textFault(sent.event, text);
    if (fault) throw problem.field("text", fault);
    const others = texts.filter((one) => one.linkUuid !== linkUuid);
    const row: GivenText[] = others.filter(isAt(sent));
    if (row.length >= mostParts) throw problem.field("order", `一行最多 ${mostParts} 段文字`);
    return { texts: withTexts(others, sent, put(row, { linkUuid, text, seconds }, order ?? known?.order)) };
  });
  return linkUuid;
}

interface LinkPlace {
  one: GivenLink;
  row: GivenLink[];
  order?: number;
}

async function changeRow(
  viewer: Viewer,
  versionUuid: string,
  place: RowPlace,
  change: (row: GivenLink[]) => LinkPlace,
): Promise<void> {
  await changeSpoken(viewer, versionUuid, async ({ slots }, version, trx) => {
    refusePlace(version, place);
    const { one, row, order } = change(slots.filter(isAt(place)));
    const fault = partFault(place, one, await knownClips(one.audioUuid ? [one.audioUuid] : [], trx));
    if (fault) throw problem.field(one.part === "clip" ? "audioUuid" : "part", fault);
    return { slots: withRow(slots, place, put(row, one, order)) };
  });
}

async function slotAt(linkUuid: string) {
  const [found] = await findSlots({ linkUuid });
  if (!found) throw problem.missing("配方的段");
  return found as unknown as RowPlace & { versionUuid: string };
}

function put<T>(row: readonly T[], one: T, order = row.length + 1): T[] {
  const at = Math.min(order, row.length + 1) - 1;
  return [...row.slice(0, at), one, ...row.slice(at)];
}
