import { stationVoiceUrl } from "../urls";

export const voiceUrl = "/voice/line-station-voice";

/** A page of a file's voices for one direction. */
export const voicePage = (
  file: { fileUuid: string },
  page: string,
  direction: number,
  more: Record<string, string> = {},
) =>
  `${stationVoiceUrl(file)}${page && `/${page}`}?${new URLSearchParams({ direction: String(direction), ...more }).toString()}`;
