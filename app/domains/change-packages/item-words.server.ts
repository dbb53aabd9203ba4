import { fenceRoom } from "~/domains/fences/room";
import { stationRoom } from "~/domains/stations/room";
import { db } from "~/kit/data/db/pool.server";
import { sql } from "kysely";
import type { FieldWords } from "~/kit/room/words";
import { type ChangeItem, itemKinds, type Refusal } from "./model";
import { listItems } from "./read-items.server";

export interface ShownItem {
  itemUuid: string;
  kind: ChangeItem["kind"];
  kindName: string;
  recordKey: string;
  title: string;
  href: string;
  changes: string[];
  refusal: string | null;
}

const words: Record<"station" | "fence", FieldWords> = { station: stationRoom.words, fence: fenceRoom.words };

/** A package's changes as people read them, each with what speaks against it. */
export async function showItems(packageUuid: string, refusals: readonly Refusal[]): Promise<ShownItem[]> {
  const items = await listItems(packageUuid);
  const lines = await linesOf(items);
  return items.map((item) => ({
    ...item,
    kindName: itemKinds[item.kind],
    href: hrefOf(item, lines),
    changes: changesOf(item, lines),
    refusal: refusals.find(({ itemUuid }) => itemUuid === item.itemUuid)?.message ?? null,
  }));
}

function changesOf({ kind, recordKey, changes, original }: ChangeItem, lines: Lines): string[] {
  if (kind === "version") return lines.get(recordKey)?.figures ?? ["草稿已不存在"];
  const { labels, show } = words[kind];
  return Object.keys(changes).map(
    (name) => `${labels[name] ?? name}：${show(name, original[name])} → ${show(name, changes[name])}`,
  );
}

function hrefOf({ kind, recordKey, classifySid }: ChangeItem, lines: Lines): string {
  if (kind === "station") return `${stationRoom.url}/${recordKey}`;
  if (kind === "fence") return `${fenceRoom.url}/${recordKey}`;
  const lineUuid = lines.get(recordKey)?.lineUuid;
  return `/line/line-management${lineUuid ? `/${lineUuid}?classify=${classifySid}&version=${recordKey}` : ""}`;
}

type Lines = Map<string, { lineUuid: string; figures: string[] }>;

async function linesOf(items: readonly ChangeItem[]): Promise<Lines> {
  const keys = items.filter(({ kind }) => kind === "version").map(({ recordKey }) => recordKey);
  const { rows } = await sql<{ versionUuid: string; lineUuid: string; stations: number; mileage: number | null }>`
    select v.version_uuid, c.main_uuid as line_uuid, (select count(*)::int from line_station s where s.version_uuid = v.version_uuid) as stations,
      (select sum(mileage) from line_path p where p.version_uuid = v.version_uuid) as mileage
    from line_version v join line_classify c using (classify_sid) where v.version_uuid = any(${keys}) and v.deleted_at is null`.execute(
    db(),
  );
  return new Map(
    rows.map(({ versionUuid, lineUuid, stations, mileage }) => [
      versionUuid,
      { lineUuid, figures: [`${stations} 站，${mileage ? `${Math.round(mileage * 1000) / 1000} 公里` : "没有路径"}`] },
    ]),
  );
}
