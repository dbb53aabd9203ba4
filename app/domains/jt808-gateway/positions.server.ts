import { takeReports } from "~/domains/reports/queries.server";
import { mostReports } from "~/domains/reports/schema";
import { gatherCalls } from "~/kit/ground/gather-calls";
import type { Position } from "~/transit/jt808/position";

const locatedBit = 2;

const keeping = gatherCalls(
  async (reports: object[]) => {
    const { errors } = await takeReports(reports);
    const words = new Map(errors.map(({ row, message }) => [row, message]));
    return reports.map((_, place) => words.get(place + 1));
  },
  { most: mostReports },
);

/** Hands a terminal's positions to where all positions go; answers in words what was wrong with any. A position without a fix or without a time is none. */
export async function keepPositions(devSelfCode: string, positions: readonly Position[]): Promise<string[]> {
  const found = await Promise.all(
    positions.map((position) => {
      if (!(position.stateBits & locatedBit)) return "没有定位";
      if (!position.time) return "没有时间";
      return keeping(reportFrom(devSelfCode, position, position.time));
    }),
  );
  return found.filter((words) => words !== undefined);
}

function reportFrom(devSelfCode: string, { lng, lat, speedKmh, headingDegrees, items }: Position, time: Date) {
  return {
    ...{ devSelfCode, lng, lat },
    reportedAt: time.toISOString(),
    ...(speedKmh <= 300 && { speed: speedKmh }),
    ...(headingDegrees <= 360 && { azimuth: headingDegrees % 360 }),
    ...(items.mileageKm !== undefined && items.mileageKm <= 99_999_999 && { mileage: items.mileageKm }),
  };
}
