import { offerPhrases } from "~/domains/audio-clips/queries.server";
import type { Offer } from "~/kit/room/offers.server";
import { parts } from "~/transit/announcements/words";
import type { RowPlace } from "./recipe";
import { allLanguages, isOutside, partsOf } from "./recipe-rules";

/** What a row may hold: the names that are put in, then the clips that fit its language and loudspeaker. */
export function offerParts({ event, voiceUse, language }: RowPlace): Offer {
  const offer = offerPhrases([language, "other"], isOutside(voiceUse));
  const names = partsOf(event).filter((part) => part !== "clip");
  return async (viewer, chosen, keyword) => {
    const clips = await offer(
      viewer,
      chosen.filter((one) => !(one in parts)),
      keyword,
    );
    const slots = names.map((part) => ({ value: part, label: `〔${parts[part]}〕`, group: "按线路填入" }));
    return { ...clips, choices: [...slots, ...clips.choices] };
  };
}

/** By the field of a node's form that holds them. */
export const nodeOffers = { "items[].audioUuid": offerPhrases(allLanguages) };
