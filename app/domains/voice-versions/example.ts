import { fillPlaylists } from "~/transit/announcements/fill-playlists";
import type { Clip, LineInput, Node, Recipe } from "~/transit/announcements/model";
import type { Event } from "~/transit/announcements/words";
import { allEvents, voiceUsesOf } from "./recipe-rules";

export interface ExampleWords {
  words: string;
  language: string;
  /** None where the library has no clip of these words. */
  audioUuid?: string;
}

export interface ExampleRow {
  event: Event;
  station: string;
  inside: ExampleWords[];
  outside: ExampleWords[];
  shown: { text: string; seconds: number }[];
}

/** What is heard at each event of a line's direction; arrival and departure at the stop `serial`, the second where none is said. */
export function exampleOf(line: LineInput, recipe: Recipe, clips: readonly Clip[], serial = 2): ExampleRow[] {
  const [direction] = line.directions;
  const last = direction!.stations.length;
  const at: Record<Event, number> = { 1: 1, 2: serial, 3: serial, 4: last - 1, 5: last };
  const fill = fillPlaylists(line, recipe, clips);
  return allEvents
    .filter(
      (event) => (event !== 3 || at[3] < last - 1) && (event !== 2 || (at[2] > 1 && at[2] < last)) && at[event] >= 1,
    )
    .map((event) => {
      const station = direction!.stations[at[event] - 1]!;
      const { playlists, texts } = fill(nodeAt(direction!.direction, event, at[event], station));
      const [inside, outside] = voiceUsesOf(event).map((voiceUse) =>
        (playlists.find((one) => one.voiceUse === voiceUse)?.items ?? []).map(({ words, language, clip }) => ({
          words,
          language,
          ...(clip && { audioUuid: clip.audioUuid }),
        })),
      );
      const shown = texts.map(({ text, seconds }) => ({ text, seconds }));
      return { event, station: station.names.zh ?? "", inside: inside!, outside: outside!, shown };
    });
}

function nodeAt(direction: Node["direction"], event: Event, staSerial: number, at: { lng: number; lat: number }): Node {
  return {
    nodeUuid: `${event}`,
    direction,
    serial: 1,
    use: 0,
    event,
    staSerial,
    name: "",
    lng: at.lng,
    lat: at.lat,
    azimuth: 0,
    radius: 50,
    distance: 0,
    isBroadcast: true,
    isReport: false,
    playlists: [],
    texts: [],
  };
}
