import { z } from "zod";
import type { Choice } from "~/kit/page/forms/field";
import { requiredText, text as plainText } from "~/kit/page/forms/rules";
import type { RowList } from "~/kit/page/forms/row-edits";
import type { OfferedChoices } from "~/kit/page/forms/picks";
import { type RowColumn, rowLabels } from "~/kit/page/forms/row-table";
import { languages, type VoiceUse, voiceUses } from "~/transit/announcements/words";
import { emptyKey, place, seconds } from "./call-shapes";
import { nodeText } from "./node-shapes";
import type { GivenNode } from "./public-nodes.server";
import type { PublicNode } from "./recipe";
import { mostParts } from "./recipe-rules";

const mostItems = 4 * mostParts;

export const nodeLists: Record<"items" | "texts", RowList> = {
  items: { fields: ["voiceUse", "audioUuid", "text"], most: mostItems, fresh: { voiceUse: "1" } },
  texts: { fields: ["language", "text", "seconds"], most: mostParts, fresh: { language: "zh", seconds: "5" } },
};

const Item = z.object({ voiceUse: place.voiceUse, audioUuid: emptyKey, text: plainText(200).nullish() });

export const NodeForm = z.object({
  name: requiredText("名称", 64),
  isBroadcast: z.boolean().default(false),
  extra: z.record(z.string(), z.string()).default({}),
  items: z
    .array(Item)
    .max(mostItems, `最多 ${mostItems} 段`)
    .default([])
    .superRefine((items, context) => {
      items.forEach(({ audioUuid, text }, at) => {
        if (Boolean(audioUuid) === Boolean(text))
          context.addIssue({ code: "custom", path: [at, "audioUuid"], message: "请选择语音或填写朗读文字，二者之一" });
      });
      for (const use of new Set(items.map(({ voiceUse }) => voiceUse)))
        if (items.filter(({ voiceUse }) => voiceUse === use).length > mostParts)
          context.addIssue({ code: "custom", path: [], message: `${voiceUses[use]}最多 ${mostParts} 段` });
    }),
  texts: z
    .array(z.object({ language: place.language, text: nodeText, seconds }))
    .max(mostParts, `最多 ${mostParts} 段文字`)
    .default([]),
  reason: plainText(255).nullish(),
});

type SentNode = z.output<typeof NodeForm>;

/** The rows of the form as playlists, with the row from which each item came. */
export function playlistsOf(items: SentNode["items"]): {
  playlists: GivenNode["playlists"];
  rowAt: (list: number, item: number) => number;
} {
  const uses = [...new Set(items.map(({ voiceUse }) => voiceUse))].sort();
  const numbered = items.map((item, row) => ({ ...item, row }));
  const lists = uses.map((voiceUse) => ({ voiceUse, items: numbered.filter((one) => one.voiceUse === voiceUse) }));
  return {
    playlists: lists.map(({ voiceUse, items: own }) => ({
      voiceUse,
      items: own.map(({ audioUuid, text }) => ({ audioUuid, text })),
    })),
    rowAt: (list, item) => lists[list]?.items[item]?.row ?? 0,
  };
}

export const formValuesOf = (node: PublicNode) => ({
  ...node,
  items: node.playlists.flatMap(({ voiceUse, items }) => items.map((item) => ({ voiceUse, ...item }))),
});

const choicesOf = (names: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

const itemColumns = (clips: Choice[]): RowColumn[] => [
  {
    name: "voiceUse",
    label: "喇叭",
    kind: "choice",
    choices: choicesOf(voiceUses satisfies Record<VoiceUse, string>),
    width: 120,
  },
  { name: "audioUuid", label: "语音", kind: "choice", choices: clips, width: 280 },
  { name: "text", label: "或由车载机朗读的文字", kind: "text", most: 200, width: 240 },
];

const nodeTextColumns: RowColumn[] = [
  { name: "language", label: "语言", kind: "choice", choices: choicesOf(languages), width: 110 },
  { name: "text", label: "文字", kind: "text", most: 200, width: 340 },
  { name: "seconds", label: "停留（秒）", kind: "text", most: 2, numeric: true, width: 90 },
];

/** The playlist and the texts of a node as the sections of its form have them, with what an error summary calls their fields. */
export function nodeSections(offered: OfferedChoices, wrong: Record<string, string[]>) {
  const columns = itemColumns(offered.choices);
  return {
    items: {
      list: "items",
      unit: "段",
      caption: "播放列表",
      add: "添加一段",
      rules: nodeLists.items,
      focusOn: "audioUuid",
      columns,
      wrong,
      finds: { field: "items[].audioUuid", ...clipSearch, offered },
    },
    texts: {
      list: "texts",
      unit: "条",
      caption: "显示文字",
      add: "添加一条",
      rules: nodeLists.texts,
      focusOn: "text",
      columns: nodeTextColumns,
      wrong,
    },
    labels: { ...rowLabels(wrong, "items", "段", columns), ...rowLabels(wrong, "texts", "条", nodeTextColumns) },
  };
}

export const clipSearch = { label: "语音", placeholder: "查找语音：编号、名称、文字或拼音" };
