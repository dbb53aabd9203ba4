import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import type { Choice } from "~/kit/page/forms/field";
import { type Offer, offerOf } from "~/kit/room/offers.server";
import { audioLanguages } from "./room";
import { audioSource } from "./source.server";

const languageNames = new Map(audioLanguages.map(({ value, label }) => [value, label]));

/** Clips for a form's searched field, as the kit's forms take them. */
export const offerClips = offerOf(audioSource, ({ audioUuid, audioNum, audioName, language }) => ({
  value: audioUuid,
  label: `${audioNum} ${audioName}${language === "zh" ? "" : `（${languageNames.get(language)}）`}`,
}));

/** Clips that may be heard beside station names, in these languages and on this loudspeaker (any where none is said). */
export const offerPhrases = (languages: readonly string[], isOutside?: boolean): Offer =>
  offerOf(
    audioSource,
    ({ audioUuid, audioNum, audioName, text, typeName }) => ({
      value: audioUuid,
      label: `${audioNum} ${audioName}${text && text !== audioName ? `：${text.slice(0, 40)}` : ""}`,
      group: typeName ?? "语音",
    }),
    sql`audio.sta_uuid is null and audio.is_valid and audio.language = any(${[...languages]})
      and ${isOutside === undefined ? sql`true` : sql`audio.speaker <> ${isOutside ? 0 : 1}`}`,
  );

/** The first clips that a keyword finds, by name, number, text or pinyin. */
export async function clipOptions(viewer: Viewer, keyword = ""): Promise<Choice[]> {
  return (await offerClips(viewer, [], keyword)).choices;
}
