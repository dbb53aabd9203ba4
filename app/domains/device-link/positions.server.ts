import { takeReports } from "~/domains/reports/queries.server";
import { mostReports } from "~/domains/reports/schema";
import { gatherCalls } from "~/kit/ground/gather-calls";

const keeping = gatherCalls(
  async (reports: object[]) => {
    const { errors } = await takeReports(reports);
    const words = new Map(errors.map(({ row, message }) => [row, message]));
    return reports.map((_, place) => words.get(place + 1));
  },
  { most: mostReports },
);

/** Hands a terminal's position to where all positions go, together with those of others; answers in words what is wrong with it. */
export const keepPosition = (devSelfCode: string, position: object): Promise<string | undefined> =>
  keeping({ ...position, devSelfCode });
