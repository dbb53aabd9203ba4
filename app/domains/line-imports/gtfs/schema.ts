import { z } from "zod";
import { dateWithin, whole } from "~/kit/page/forms/rules";

/** The files of an archive bear the day, and archives know these years. */
const dayOfFeed = dateWithin(1980, 2106);

export const FeedForm = z.object({ asOf: dayOfFeed, speed: whole(5, 80), all: z.boolean().default(false) });
export type FeedForm = z.output<typeof FeedForm>;

export const usualSpeed = 20;
