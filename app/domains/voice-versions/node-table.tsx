import { z } from "zod";
import { defineTable } from "~/kit/page/tables/define-table";
import type { Names } from "~/kit/room/words";
import { voiceUses } from "~/transit/announcements/words";
import type { PublicNode } from "./recipe";

export const nodeTable = (url: string, names: Names, write: boolean) =>
  defineTable<PublicNode>()({
    columns: [
      {
        id: "name",
        header: "名称",
        width: 180,
        cell: ({ nodeUuid, name }) => (write ? <a href={`${url}/node?nodeUuid=${nodeUuid}`}>{name}</a> : name),
      },
      { id: "typeUuid", header: "类型", width: 80, cell: ({ typeUuid }) => names[typeUuid] },
      { id: "isBroadcast", header: "播报", width: 60, cell: ({ isBroadcast }) => (isBroadcast ? "是" : "否") },
      {
        id: "playlists",
        header: "语音",
        cell: ({ playlists }) => playlists.map((one) => heardInWords(one, names)).join("；"),
      },
      {
        id: "texts",
        header: "显示文字",
        cell: ({ texts }) => texts.map(({ text, seconds }) => `${text}（${seconds} 秒）`).join("；"),
      },
      ...(write
        ? [
            {
              id: "remove",
              header: "操作",
              width: 70,
              cell: ({ nodeUuid, name }: PublicNode) => (
                <a href={`${url}/node-delete?nodeUuid=${nodeUuid}`} aria-label={`删除 ${name}`}>
                  删除
                </a>
              ),
            },
          ]
        : []),
    ],
    filters: z.object({}),
    filterFields: [],
    sortBy: "name",
    rowKey: ({ nodeUuid }) => nodeUuid,
  });

const heardInWords = ({ voiceUse, items }: PublicNode["playlists"][number], names: Names) =>
  `${voiceUses[voiceUse]}：${items.map(({ audioUuid, text }) => (audioUuid ? (names[audioUuid] ?? "已删除的语音") : `“${text}”`)).join(" + ")}`;
