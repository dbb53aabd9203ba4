import { stationSource } from "~/domains/stations/queries.server";
import { offerOf } from "~/kit/room/offers.server";
import { serve } from "~/kit/room/served.server";
import { audioApi } from "./api.server";
import { durationWords } from "~/transit/sound/duration-words";
import { type AudioRow, audioRoom } from "./room";
import { createClip, updateClip } from "./save-clip.server";
import { audioSource } from "./source.server";
import { audioTable } from "./table";
import { typeChoices } from "./audio-types.server";
import { audioReferences } from "./uses.server";

const offerStations = offerOf(stationSource, ({ staUuid, staName, staSelfCode, road, roadSide }) => ({
  value: staUuid,
  label: [staName, staSelfCode, [road, roadSide].filter(Boolean).join("")].filter(Boolean).join(" "),
}));

export const audioClips = serve<AudioRow>({
  room: audioRoom,
  table: audioTable,
  source: audioSource,
  references: audioReferences,
  verbs: { create: createClip, update: updateClip },
  choices: async () => ({ typeUuid: await typeChoices() }),
  offers: { staUuid: offerStations },
  detail: (clip) => [clip.audioNum, clip.text, durationWords(clip.durationMs)].filter(Boolean).join(" "),
  calls: audioApi,
});
