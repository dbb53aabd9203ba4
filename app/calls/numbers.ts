import { energyTypes } from "~/domains/bus-models/room";
import { busStates } from "~/domains/buses/choices";
import { packageStates } from "~/domains/change-packages/room";
import { connectStates } from "~/domains/devices/choices";
import { ruleTypes, useTypes } from "~/domains/fences/choices";
import { weatherCodes } from "~/domains/forecasts/weather-codes";
import { detailStates, taskStates, taskTypes } from "~/domains/issue-tasks/words";
import { fileStates } from "~/domains/line-files/words";
import { fileKinds } from "~/domains/multi-files/schema";
import { lineStates, lineTypes, sortTypes, staTypes } from "~/domains/lines/choices";
import { staKinds, staStates } from "~/domains/stations/room";
import { events, nodeUses, voiceUses } from "~/transit/announcements/words";

type NumberedNames = readonly { value: number; label: string }[];

const numbered = (names: Readonly<Record<string, string>>): NumberedNames =>
  Object.entries(names).map(([value, label]) => ({ value: Number(value), label }));

const directions: NumberedNames = [
  { value: 1, label: "上行，环行线路只有它" },
  { value: 2, label: "下行" },
];

/** What a number means under its name, in every call. */
const everywhere: Record<string, NumberedNames> = {
  busState: busStates,
  connectState: connectStates,
  direction: directions,
  energy: energyTypes,
  event: numbered(events),
  lineType: lineTypes,
  ruleType: ruleTypes,
  sortType: sortTypes,
  startDirection: directions,
  staKind: staKinds,
  staType: staTypes,
  taskType: taskTypes,
  use: numbered(nodeUses),
  useType: useTypes,
  voiceType: [
    { value: 1, label: "普通" },
    { value: 2, label: "TTS" },
  ],
  voiceUse: numbered(voiceUses),
  weatherCode: weatherCodes,
};

/** What they mean by the beginning of the path. */
const byPath: Record<string, Record<string, NumberedNames>> = {
  kind: {
    "/api/device-link/": taskTypes,
    "/line-file-multi-info/": fileKinds,
    "/line-file-multi-task-detail/": taskTypes,
  },
  state: {
    "/api/change-package/": packageStates,
    "/api/line/file/info/": fileStates,
    "/api/line/v1.0/": lineStates,
    "/api/sta/": staStates,
    "/line-file-multi-task/": taskStates,
    "/line-file-multi-task-detail/": detailStates,
  },
  fromState: { "/line-file-multi-task-detail/": detailStates },
  toState: { "/line-file-multi-task-detail/": detailStates },
};

/** What the numbers of a field of a call mean, where its schema does not say it. */
export function numbersAt(path: string, name: string): NumberedNames | undefined {
  const [, numbers = everywhere[name]] =
    Object.entries(byPath[name] ?? {}).find(([beginning]) => path.startsWith(beginning)) ?? [];
  return numbers;
}
