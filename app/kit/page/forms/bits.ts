import { z } from "zod";
import { whole } from "./rules";

type Options = readonly { value: number; label: string }[];

/** Several of some options in one number, a bit each; a form sends the boxes that are ticked, a call the number. */
export function bits(options: Options) {
  const all = options.reduce((sum, { value }) => sum | value, 0);
  const isTicks = (value: unknown) => [value].flat().every((one) => typeof one === "string" && /^\d{1,5}$/.test(one));
  return z.preprocess(
    (value) => (isTicks(value) ? [value as string[]].flat().reduce((sum, one) => sum | (Number(one) & all), 0) : value),
    whole(0, all),
  );
}

export const ticksOf = (options: Options, sum: number): string[] =>
  options.filter(({ value }) => sum & value).map(({ value }) => String(value));
