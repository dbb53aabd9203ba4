import {
  type ProgressFate,
  type Progress,
  type Result,
  sayFailure,
  taskTypes,
} from "~/domains/issue-tasks/deliveries/queries.server";
import { sizeText } from "~/kit/data/files/size-text";
import type { Poll, PollAnswer } from "./schema";

const kindName = (kind: number) => taskTypes.find(({ value }) => value === kind)?.label ?? String(kind);

/** A poll in words; `fold` leaves out what is new each time. */
export function sayPoll({ reported, free, position }: Poll, positionError: string | undefined) {
  const files =
    reported &&
    `已有 ${reported.length} 个文件${reported.map((one) => `，${kindName(one.kind)} ${one.no} ${one.version}`).join("")}`;
  const place = position && (positionError ? `位置有误：${positionError}` : sayPosition(position));
  const left = free === undefined ? undefined : `剩余 ${sizeText(free)}`;
  return {
    content: [files, place, left].filter(Boolean).join("；") || "没有内容",
    fold: `poll ${files} ${positionError}`,
  };
}

const sayPosition = ({ lng, lat, speed }: Record<string, unknown>) =>
  `位置 ${String(lng)}，${String(lat)}${typeof speed === "number" ? `，速度 ${speed} 公里/时` : ""}`;

export const sayJob = ({ kind, no, version, size, attempt }: PollAnswer["jobs"][number]) =>
  `下载${kindName(kind)} ${no} ${version}，${sizeText(size)}，第 ${attempt} 次`;

const became: Record<ProgressFate, string> = {
  kept: "",
  late: "（下发已结束，不改变状态）",
  unknown: "（不是这台设备的下发）",
};

export const sayProgress = ({ percent, code }: Progress, kept: ProgressFate) =>
  `进度 ${percent}% ${code}${became[kept]}`;

export const sayResult = ({ state, crc32, error }: Result, kept: ProgressFate) =>
  `${state === 2 ? `已收到文件，校验值 ${crc32}` : `失败：${sayFailure(error)}`}${became[kept]}`;
