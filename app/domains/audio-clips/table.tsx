import { z } from "zod";
import { recordKey, yesOrNo } from "~/kit/page/forms/rules";
import { sizeText } from "~/kit/data/files/size-text";
import { recordTable } from "~/kit/room/record-table";
import { recordUrl } from "~/kit/room/room";
import { ShortSound } from "~/kit/page/sounds/short-sound";
import { durationWords } from "~/transit/sound/duration-words";
import { type AudioRow, audioRoom } from "./room";

const asked = (name: string, label: string, [yes, no]: [string, string]) =>
  ({
    name,
    label,
    rule: yesOrNo,
    more: true,
    kind: "choice",
    choices: [
      { value: "true", label: yes },
      { value: "false", label: no },
    ],
  }) as const;

export const audioTable = recordTable<AudioRow>(audioRoom, {
  columns: [
    { id: "audioNum", width: 96, sortable: true },
    { id: "audioName", sortable: true, always: true },
    {
      id: "player",
      header: "试听",
      width: 88,
      cell: (row) => <ShortSound src={soundUrl(row)} label={`试听 ${row.audioName}`} />,
      csv: () => "",
    },
    {
      id: "durationMs",
      header: "时长",
      width: 70,
      align: "right",
      sortable: true,
      cell: (row) => durationWords(row.durationMs),
    },
    { id: "language", width: 62 },
    { id: "use", width: 58 },
    { id: "typeName", width: 96, hidden: true },
    { id: "source", width: 50 },
    { id: "text", width: 140, aside: true },
    { id: "usedCount", header: "使用", width: 52, align: "right", cell: (row) => `${row.usedCount} 处` },
    {
      id: "sameCount",
      header: "内容相同",
      width: 84,
      align: "right",
      hidden: true,
      cell: (row) => (row.sameCount > 0 ? <a href={`?sha256=${row.sha256}`}>{row.sameCount} 段</a> : ""),
    },
    { id: "staName", width: 110, hidden: true },
    { id: "voiceType", width: 60, hidden: true },
    { id: "speaker", width: 90, hidden: true },
    { id: "format", header: "格式", width: 60, hidden: true },
    {
      id: "sizeBytes",
      header: "大小",
      width: 80,
      align: "right",
      sortable: true,
      hidden: true,
      cell: (row) => sizeText(row.sizeBytes),
    },
    { id: "loudness", header: "响度（LUFS）", width: 96, align: "right", hidden: true },
    { id: "isValid", width: 60, hidden: true },
    "updatedAt",
  ],
  filters: [
    "use",
    "typeUuid",
    "language",
    "source",
    asked("missingText", "文稿", ["没有文稿", "有文稿"]),
    asked("unused", "使用", ["没有使用", "正在使用"]),
    asked("sameContent", "内容", ["与其他相同", "各不相同"]),
    { name: "isValid", more: true },
    {
      name: "sha256",
      label: "",
      rule: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
    },
    { name: "staUuid", label: "", rule: recordKey.optional() },
  ],
  keyword: "名称、编号、文稿、拼音或首字母",
  sortBy: "-updatedAt",
});

export interface AudioFilters {
  missingText?: boolean;
  unused?: boolean;
  sameContent?: boolean;
  sha256?: string;
  staUuid?: string;
}

/** A change of the content changes the address, so that a browser may keep what it has. */
export const soundUrl = (row: Pick<AudioRow, "audioUuid" | "sha256">) =>
  `${recordUrl(audioRoom, row as AudioRow)}/sound?v=${row.sha256.slice(0, 8)}`;
