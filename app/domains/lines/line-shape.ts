import { distanceBetween } from "~/transit/geo/lng-lat";
import type { DirectionDetail } from "./schema";

type Laid = Pick<DirectionDetail, "pathMileage"> & {
  stationList: readonly Pick<DirectionDetail["stationList"][number], "lng" | "lat">[];
};

/** Kilometres driven for each one as the crow flies between the first and last stops, and between two stops on average; null where a path, or a way from one place to another, is missing. */
export function shapeOf({ pathMileage: mileage, stationList }: Laid): {
  nonLinear: number | null;
  spacing: number | null;
} {
  const [first, last] = [stationList[0], stationList.at(-1)];
  if (mileage === null || !first || !last || stationList.length < 2) return { nonLinear: null, spacing: null };
  const straight = distanceBetween([first.lng, first.lat], [last.lng, last.lat]) / 1000;
  return {
    nonLinear: straight < 0.1 ? null : Math.max(1, mileage / straight),
    spacing: mileage / (stationList.length - 1),
  };
}

export function shapeInWords(laid: Laid): string {
  const { nonLinear, spacing } = shapeOf(laid);
  return [
    nonLinear !== null && `非直线系数 ${nonLinear.toFixed(2)}`,
    spacing !== null && `平均站距 ${spacing.toFixed(3)} 公里`,
  ]
    .filter(Boolean)
    .join("，");
}
