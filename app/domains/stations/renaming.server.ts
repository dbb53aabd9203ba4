import type { Viewer } from "~/kit/data/access/viewer";
import type { FieldError } from "~/kit/ground/problem";
import type { Use } from "~/kit/page/screens";
import { findRow } from "~/kit/room/source.server";
import { usesOf } from "~/kit/room/uses.server";
import type { StationRow } from "./room";
import { stationSource } from "./source.server";
import { filesAnnouncing } from "./uses.server";

type SpokenName = Pick<StationRow, "staName" | "nameEn" | "pronunciation">;

/** The line files that say a station's name, those of other organisations only counted. */
export async function listFilesAnnouncing(viewer: Viewer, staUuid: string): Promise<Use[]> {
  return (await usesOf(viewer, [filesAnnouncing], [staUuid])).filter(({ count }) => count > 0);
}

/** Why a station is not said differently before the person has seen in which files it is heard. */
export async function findRenameFault(
  viewer: Viewer,
  staUuid: string,
  next: { [name in keyof SpokenName]?: string | null },
): Promise<FieldError[]> {
  const station = await findRow(stationSource, viewer, staUuid);
  const changed = Object.entries(words).filter(
    ([name]) => station && (next[name as keyof SpokenName] ?? "") !== (station[name as keyof SpokenName] ?? ""),
  );
  if (changed.length === 0) return [];
  const files = await listFilesAnnouncing(viewer, staUuid);
  if (files.length === 0) return [];
  const message = `${changed.map(([, label]) => label).join("、")}有改动，影响 ${describe(files)}：它们将变为过期，语音也要重新录制或朗读。请勾选确认后再保存`;
  return [{ path: "renamed", message }];
}

const words: Record<keyof SpokenName, string> = { staName: "站点名称", nameEn: "英文名称", pronunciation: "站名读音" };

function describe(files: readonly Use[]): string {
  const titles = files.flatMap(({ items = [] }) => items.map(({ title }) => title)).slice(0, 5);
  const count = files.reduce((sum, one) => sum + one.count, 0);
  const few = titles.length > 0 ? `（${titles.join("、")}${count > titles.length ? " 等" : ""}）` : "";
  return `${count} 个线路文件${few}`;
}
