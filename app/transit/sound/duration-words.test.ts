import { expect, it } from "vitest";
import { durationWords } from "./duration-words";

it.each([
  [0, "0.0 秒"],
  [8449, "8.4 秒"],
  [60_000, "1 分 0 秒"],
  [119_700, "2 分 0 秒"],
  [485_000, "8 分 5 秒"],
])("%i milliseconds are %s", (milliseconds, words) => expect(durationWords(milliseconds)).toBe(words));
