import { distanceBetween } from "~/transit/geo/lng-lat";

interface Extent {
  /** Kilometres of its path, and as the crow flies between its first and last stops. */
  pathMileage: number | null;
  straight: number | null;
  stationCount: number;
}

const leastStraight = 0.1;

export function shapeOf({ pathMileage, straight, stationCount }: Extent) {
  if (pathMileage === null || straight === null || stationCount < 2) return { nonLinear: null, spacing: null };
  return {
    nonLinear: straight < leastStraight ? null : rounded(Math.max(1, pathMileage / straight), 100),
    spacing: rounded(pathMileage / (stationCount - 1), 1000),
  };
}

interface PathAndStations {
  pathMileage: number | null;
  stationList: readonly { lng: number; lat: number }[];
}

export function shapeInWords({ pathMileage, stationList }: PathAndStations): string {
  const [first, last] = [stationList[0], stationList.at(-1)];
  const straight = first && last ? distanceBetween([first.lng, first.lat], [last.lng, last.lat]) / 1000 : null;
  const { nonLinear, spacing } = shapeOf({ pathMileage, straight, stationCount: stationList.length });
  return [
    nonLinear !== null && `非直线系数 ${nonLinear.toFixed(2)}`,
    spacing !== null && `平均站距 ${spacing.toFixed(3)} 公里`,
  ]
    .filter(Boolean)
    .join("，");
}

const rounded = (value: number, parts: number) => Math.round(value * parts) / parts;
