import { ringWords } from "~/kit/page/map/shape-words";
import type { Room } from "~/kit/room/room";
import { fieldWords } from "~/kit/room/words";
import { directions, queueRules, type WaitingAreaRow } from "./schema";

export const waitingAreaWords = fieldWords({
  waitName: "待车区名称",
  fenceUuid: "所属围栏",
  lineUuids: "线路",
  direction: { label: "方向", choices: directions },
  capacity: { label: "车位数", unit: "个" },
  entryAzimuth: { label: "进入方位角", unit: "°" },
  queueRule: { label: "排队规则", choices: queueRules },
  enabled: "启用",
  coords: { label: "边界坐标", say: ringWords },
  remark: "备注",
});

export const waitingAreaRoom: Room<WaitingAreaRow> = {
  noun: "待车区",
  url: "/electronic-fence/waiting-area",
  key: "waitUuid",
  nameOf: (row) => row.waitName,
  words: waitingAreaWords,
  refers: {
    fenceUuid: { table: "fence", key: "fence_uuid", title: "fence_name" },
    lineUuids: { table: "line", key: "line_uuid", title: "line_name" },
  },
};
