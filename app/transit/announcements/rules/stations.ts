import { isLngLat } from "~/transit/geo/lng-lat";
import type { Fault, LineDirection } from "../model";
import { directions as directionNames } from "../words";
import type { Rule } from "./examined";

/** Stations are numbered without a gap, and their types say where a direction begins and ends. */
export const stationRule: Rule = ({ input: { line } }) => {
  if (line.directions.length === 0) return [{ path: "directions", message: "线路没有任何方向，请先为线路添加站点" }];
  return line.directions.flatMap((direction, at) => [
    ...endFaults(direction, `directions[${at}].stations`, line.isLoop),
    ...direction.stations.flatMap((_, serial) => stationFaults(direction, at, serial)),
    ...pathFaults(direction, `directions[${at}].path`),
  ]);
};

function endFaults({ direction, stations }: LineDirection, path: string, isLoop: boolean): Fault[] {
  const name = directionNames[direction];
  if (stations.length < 2) return [{ path, message: `${name}少于 2 个站点，请先添加站点` }];
  if (isLoop && stations[0]!.staUuid !== stations.at(-1)!.staUuid)
    return [{ path, message: `环行线路的首站与末站不是同一站，请把末站改为“${stations[0]!.names.zh ?? ""}”` }];
  return [];
}

function stationFaults({ direction, stations }: LineDirection, directionAt: number, at: number): Fault[] {
  const station = stations[at]!;
  const path = `directions[${directionAt}].stations[${at}]`;
  const name = `${directionNames[direction]}第 ${at + 1} 站`;
  const faults: Fault[] = [];
  if (station.serial !== at + 1)
    faults.push({
      path: `${path}.serial`,
      message: `${name}的站序是 ${station.serial}，应为 ${at + 1}，请重新排列站序`,
    });
  if (!isLngLat(station.lng, station.lat))
    faults.push({ path: `${path}.lng`, message: `${name}没有坐标，请补充经纬度` });
  const [first, last, called] = direction === 1 ? ([1, 2, 6] as const) : ([3, 4, 7] as const);
  const allowed: readonly number[] = at === 0 ? [first] : at === stations.length - 1 ? [last] : [5, called];
  if (!allowed.includes(station.staType))
    faults.push({
      path: `${path}.staType`,
      message: `${name}的站点类型应为${allowed.map((type) => staTypes[type]).join("或")}，请修改站点类型`,
    });
  return faults;
}

const staTypes: Record<number, string> = {
  1: "上行起点",
  2: "上行终点",
  3: "下行起点",
  4: "下行终点",
  5: "普通站",
  6: "上行招呼站",
  7: "下行招呼站",
};

function pathFaults({ direction, path }: LineDirection, at: string): Fault[] {
  const wrong = path.findIndex(({ lng, lat }) => !isLngLat(lng, lat));
  return wrong < 0
    ? []
    : [
        {
          path: `${at}[${wrong}]`,
          message: `${directionNames[direction]}路径第 ${wrong + 1} 个点没有坐标，请重新绘制路径`,
        },
      ];
}
