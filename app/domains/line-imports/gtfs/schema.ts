import { z } from "zod";
import { date, whole } from "~/kit/page/forms/rules";

export const FeedForm = z.object({ asOf: date, speed: whole(5, 80), all: z.boolean().default(false) });
export type FeedForm = z.output<typeof FeedForm>;

export const usualSpeed = 20;
