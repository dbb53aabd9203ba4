import type { Room } from "~/kernel/rooms/room";
import { fieldWords } from "~/kernel/rooms/words";
import type { UpdateLogRow } from "./schema";

export const updateLogRoom: Room<UpdateLogRow> = {
  noun: "更新日志",
  url: "/update-log/update-log-management",
  key: "logId",
  nameOf: ({ logVersion, title }) => `${logVersion} ${title}`,
  words: fieldWords({ logVersion: "版本号", logDate: "日期", title: "标题", body: "内容" }),
};
