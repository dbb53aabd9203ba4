import type { Viewer } from "~/kit/data/access/viewer";
import type { Choice } from "~/kit/page/forms/field";
import { offerOf } from "~/kit/room/offers.server";
import { audioLanguages } from "./room";
import { audioSource } from "./source.server";

const languageNames = new Map(audioLanguages.map(({ value, label }) => [value, label]));

/** Clips for a form's searched field, as the kit's forms take them. */
export const offerClips = offerOf(audioSource, ({ audioUuid, audioNum, audioName, language }) => ({
  value: audioUuid,
  label: `${audioNum} ${audioName}${language === "zh" ? "" : `（${languageNames.get(language)}）`}`,
}));

/** The first clips that a keyword finds, by name, number, text or pinyin. */
export async function clipOptions(viewer: Viewer, keyword = ""): Promise<Choice[]> {
  return (await offerClips(viewer, [], keyword)).choices;
}
