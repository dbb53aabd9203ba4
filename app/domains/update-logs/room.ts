import type { Room } from "~/kit/room/room";
import { fieldWords } from "~/kit/room/words";
import type { UpdateLogRow } from "./schema";

export const updateLogRoom: Room<UpdateLogRow> = {
  noun: "更新日志",
  url: "/update-log/update-log-management",
  key: "logId",
  nameOf: ({ logVersion, title }) => `${logVersion} ${title}`,
  words: fieldWords({ logVersion: "版本号", logDate: "日期", title: "标题", body: "内容" }),
};
