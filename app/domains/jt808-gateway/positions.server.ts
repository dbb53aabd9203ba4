import { keepPosition } from "~/domains/device-link/queries.server";
import type { Position } from "~/transit/jt808/position";

const locatedBit = 2;

/** Hands a terminal's positions to where all positions go; answers in words what was wrong with any. A position without a fix or without a time is none. */
export async function keepPositions(devSelfCode: string, positions: readonly Position[]): Promise<string[]> {
  const found = await Promise.all(
    positions.map((position) => {
      if (!(position.stateBits & locatedBit)) return "没有定位";
      if (!position.time) return "没有时间";
      return keepPosition(devSelfCode, reportFrom(position, position.time));
    }),
  );
  return found.filter((words) => words !== undefined);
}

function reportFrom({ lng, lat, speedKmh, headingDegrees, items }: Position, time: Date) {
  return {
    lng,
    lat,
    reportedAt: time.toISOString(),
    ...(speedKmh <= 300 && { speed: speedKmh }),
    ...(headingDegrees <= 360 && { azimuth: headingDegrees % 360 }),
    ...(items.mileageKm !== undefined && items.mileageKm <= 99_999_999 && { mileage: items.mileageKm }),
  };
}
