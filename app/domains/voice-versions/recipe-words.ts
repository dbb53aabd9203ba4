import { extraInWords } from "~/transit/announcements/node-extra";
import { events, languages, parts, voiceUses } from "~/transit/announcements/words";
import type { Names } from "~/kit/room/words";
import type { PublicNode, RowPlace, Slot, Text } from "./recipe";

export const placeInWords = ({ event, voiceUse, language }: RowPlace) =>
  `${events[event]}·${voiceUses[voiceUse]}·${languages[language]}`;

export function slotsInWords(slots: readonly Slot[], names: Names): string {
  return rowsOf(slots)
    .map(([place, row]) => `${place}：${partsInWords(row, names)}`)
    .join("；");
}

export const partsInWords = (row: readonly Pick<Slot, "part" | "audioUuid">[], names: Names) =>
  row
    .map(({ part, audioUuid }) => (audioUuid ? (names[audioUuid] ?? "已删除的语音") : `〔${parts[part]}〕`))
    .join(" + ");

export function textsInWords(texts: readonly Text[]): string {
  return rowsOf(texts)
    .map(([place, row]) => `${place}：${row.map(({ text, seconds }) => `“${text}”${seconds} 秒`).join("、")}`)
    .join("；");
}

export function nodesInWords(nodes: readonly PublicNode[], names: Names): string {
  return nodes
    .map(({ name, typeUuid, isBroadcast, extra, playlists, texts }) => {
      const heard = playlists.map(
        ({ voiceUse, items }) =>
          `${voiceUses[voiceUse]} ${items.map(({ audioUuid, text }) => (audioUuid ? (names[audioUuid] ?? "已删除的语音") : `“${text}”`)).join(" + ")}`,
      );
      const shown = texts.map(({ text, seconds }) => `显示“${text}”${seconds} 秒`);
      const own = extraInWords(extra);
      return `${name}（${[names[typeUuid], !isBroadcast && "不播报", ...own, ...heard, ...shown].filter(Boolean).join("，")}）`;
    })
    .join("；");
}

type Side = Record<string, unknown> | null;

/** A change with only those rows, texts and nodes that are not the same on both sides. */
export function withoutSame<C extends { before: Side; after: Side }>(change: C): C {
  const { before, after } = change;
  if (!before || !after) return change;
  const [slots, texts, nodes] = [
    differing(before.slots, after.slots, (list) => rowsOf(list as Slot[]).map(([, row]) => row)),
    differing(before.texts, after.texts, (list) => rowsOf(list as Text[]).map(([, row]) => row)),
    differing(before.nodes, after.nodes, (list) => list.map((node) => [node])),
  ];
  const side = (whole: Side, nth: 0 | 1) => ({ ...whole, slots: slots[nth], texts: texts[nth], nodes: nodes[nth] });
  return { ...change, before: side(before, 0), after: side(after, 1) };
}

function differing(before: unknown, after: unknown, rows: (list: object[]) => object[][]): [object[], object[]] {
  const sides = [before, after].map((list) => rows((list as object[] | undefined) ?? []));
  const saidBySide = sides.map((side) => new Set(side.map(said)));
  return sides.map((side, at) => side.filter((row) => !saidBySide[1 - at]!.has(said(row))).flat()) as [
    object[],
    object[],
  ];
}

/** Without the keys of its links, which say nothing. */
const said = (row: object[]) => JSON.stringify(row.map((one) => ({ ...one, linkUuid: undefined })));

function rowsOf<Row extends RowPlace>(rows: readonly Row[]): [place: string, rows: Row[]][] {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const place = placeInWords(row);
    found.set(place, [...(found.get(place) ?? []), row]);
  }
  return [...found];
}
