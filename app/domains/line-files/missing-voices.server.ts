import { audioRoom } from "~/domains/audio-clips/room";
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
export const showMissing = (missing: readonly MissingVoice[]): ShownMissing[] =>
  missing.map(({ words, language, places }) => ({
    key: `${language} ${words}`,
    words,
    language: languages[language],
    places,
    isSayable: language !== "other",
    href: `${audioRoom.url}/new?${new URLSearchParams({ text: words, language }).toString()}`,
  }));
