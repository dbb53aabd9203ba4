import { audioRoom } from "~/domains/audio-clips/room";
import { readingsOf } from "~/domains/stations/queries.server";
import { db } from "~/kit/data/db/pool.server";
import { attempt } from "~/kit/ground/problem";
import { findMissing } from "~/transit/announcements/compile";
import type { MissingVoice } from "~/transit/announcements/model";
import { languages } from "~/transit/announcements/words";
import { readContent } from "./file-content.server";
import type { FileRow } from "./schema";

export interface ShownMissing {
  key: string;
  words: string;
  /** How it is read aloud, of a station's name in Chinese. */
  reading: string;
  language: string;
  places: number;
  isSayable: boolean;
  href: string;
}

/** What a file needs and no clip says; nothing where its line has nothing in force. */
export async function missingOf(file: Pick<FileRow, "fileUuid" | "classifySid" | "versionUuid">) {
  const content = await attempt(() => readContent(db(), file));
  return content.ok ? findMissing(content.value) : [];
}

/** The same as pages show it; a recording of one's own begins with the words. */
export async function showMissing(missing: readonly MissingVoice[]): Promise<ShownMissing[]> {
  const readings = await readingsOf(
    missing.flatMap(({ staUuid, words, language }) => (language === "zh" && staUuid ? { staUuid, words } : [])),
  );
  return missing.map(({ words, language, places, staUuid = "" }) => ({
    key: `${language} ${words}`,
    words,
    reading: (language === "zh" && readings[staUuid]) || "",
    language: languages[language],
    places,
    isSayable: language !== "other",
    href: `${audioRoom.url}/new?${new URLSearchParams({ text: words, language }).toString()}`,
  }));
}
