import { playsOf } from "~/transit/announcements/node-extra";
import type { Clip, PlayItem } from "~/transit/announcements/model";
import type { Direction } from "~/transit/announcements/words";
import { heardNodes, isInside, type LineSpeech, type Side } from "../voice/heard";

/** What is heard at one node from one side's loudspeakers: clips by their content, as often as they are played. */
export interface Announcement {
  serial: number;
  name: string;
  clips: string[];
  seconds: number;
  /** Words that nothing says yet. */
  silent: string[];
}

/** What one hears in one go: a direction inside or outside the vehicle, or what no place belongs to. */
export interface Part {
  key: string;
  direction?: Direction;
  side?: Side;
  announcements: Announcement[];
  /** Of all of it, without the pauses between. */
  seconds: number;
}

/** All that a file lets be heard, in the order of driving; a part in which nothing is heard is left out. */
export function partsOf(speech: LineSpeech): Part[] {
  const clips = new Map(speech.clips.map((clip) => [clip.audioUuid, clip]));
  const driven = speech.line.directions.flatMap(({ direction }) => {
    const nodes = heardNodes(speech, direction).filter(({ node }) => node.isBroadcast);
    return (["inside", "outside"] as const).map((side) => ({
      key: `${direction}-${side}`,
      direction,
      side,
      announcements: nodes.map(({ node, speakers }) =>
        announcementOf(
          { serial: node.serial, name: node.name, plays: playsOf(node.extra) },
          speakers.filter((one) => isInside(one) === (side === "inside")).flatMap(({ items }) => items),
          clips,
        ),
      ),
    }));
  });
  const placeless = {
    key: "public",
    announcements: speech.recipe.publicNodes.map(({ name, extra, playlists }, at) =>
      announcementOf({ serial: at + 1, name, plays: playsOf(extra) }, playlists.flatMap(itemsOf), clips),
    ),
  };
  return [...driven, placeless].flatMap((part) => {
    const announcements = part.announcements.filter((one) => one.clips.length > 0 || one.silent.length > 0);
    const seconds = announcements.reduce((sum, one) => sum + one.seconds, 0);
    return announcements.length > 0 ? [{ ...part, announcements, seconds }] : [];
  });
}

const itemsOf = ({ items }: { items: readonly PlayItem[] }) =>
  items.map((item) => ("audioUuid" in item ? { words: "", audioUuid: item.audioUuid } : { words: item.text }));

function announcementOf(
  { serial, name, plays }: { serial: number; name: string; plays: number },
  items: readonly { words: string; audioUuid?: string }[],
  clips: ReadonlyMap<string, Clip>,
): Announcement {
  const found = items.map(({ words, audioUuid }) => ({ words, clip: clips.get(audioUuid ?? "") }));
  const once = found.flatMap(({ clip }) => clip ?? []);
  const played = Array.from({ length: plays }, () => once).flat();
  return {
    serial,
    name,
    clips: played.map(({ sha256 }) => sha256),
    seconds: played.reduce((sum, { durationMs }) => sum + durationMs / 1000, 0),
    silent: found.flatMap(({ words, clip }) => (clip ? [] : [words])),
  };
}

export const secondsOf = (parts: readonly Pick<Part, "seconds">[]) =>
  parts.reduce((sum, { seconds }) => sum + seconds, 0);

export const changedKey = "changed";

/** Announcements of which no other file's part has the same, as a part of their own. */
export function changedPart(parts: readonly Part[], before: readonly Part[]): Part {
  const soundOf = (key: string, { clips }: Announcement) => `${key} ${clips.join(" ")}`;
  const known = new Set(before.flatMap(({ key, announcements }) => announcements.map((one) => soundOf(key, one))));
  const announcements = parts.flatMap(({ key, announcements: all }) =>
    all.filter((one) => !known.has(soundOf(key, one))),
  );
  return { key: changedKey, announcements, seconds: secondsOf(announcements) };
}

/** Whether these are all of a file, or all that has changed since somebody heard all of the last. */
export function isComplete(
  { parts, changed }: { parts: readonly Part[]; changed?: Part },
  heard: readonly Pick<Part, "key">[],
): boolean {
  const has = (key: string) => heard.some((one) => one.key === key);
  return has(changedKey) || changed?.announcements.length === 0 || parts.every(({ key }) => has(key));
}
