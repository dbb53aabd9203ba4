import type { Event, Language, Part, VoiceUse } from "~/transit/announcements/words";

/** A row of the recipe: what one loudspeaker says at an event in one language. */
export interface RowPlace {
  event: Event;
  voiceUse: VoiceUse;
  language: Language;
}

/** One part of a row as it is kept, in its history too; parts of a row are heard in their order. */
export interface Slot extends RowPlace {
  linkUuid: string;
  order: number;
  part: Part;
  audioUuid: string | null;
}

export interface Text extends RowPlace {
  linkUuid: string;
  order: number;
  text: string;
  seconds: number;
}

/** Something that every line has and that belongs to no place: a service phrase, an advert. */
export interface PublicNode {
  nodeUuid: string;
  typeUuid: string;
  name: string;
  isBroadcast: boolean;
  extra: Record<string, string>;
  playlists: { voiceUse: VoiceUse; items: { audioUuid: string | null; text: string | null }[] }[];
  texts: { language: Language; text: string; seconds: number }[];
}

export interface VersionContent {
  slots: Slot[];
  texts: Text[];
  nodes: PublicNode[];
}

export const isAt =
  ({ event, voiceUse, language }: RowPlace) =>
  (one: RowPlace) =>
    one.event === event && one.voiceUse === voiceUse && one.language === language;
