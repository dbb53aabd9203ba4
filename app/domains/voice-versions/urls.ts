import type { RowPlace } from "./recipe";

export const rowUrl = (url: string, { event, voiceUse, language }: RowPlace) =>
  `${url}/row?${new URLSearchParams({ event: String(event), voiceUse: String(voiceUse), language }).toString()}`;

export const soundUrl = (audioUuid: string) => `/voice/voice-library/${audioUuid}/sound`;
