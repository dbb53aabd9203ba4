import { expect, test } from "vitest";
import { z } from "zod";
import { changesOf } from "./changes";

const record = z.object({
  name: z.string().min(1),
  kind: z.number().default(1),
  remark: z.string().nullish(),
  open: z.boolean().default(false),
});

test("what is not sent is not filled in", () => {
  expect(changesOf(record).parse({ name: "a" })).toEqual({ name: "a" });
});

test("what is sent is checked, and null clears where the record allows it", () => {
  expect(changesOf(record).parse({ remark: null, open: true })).toEqual({ remark: null, open: true });
  expect(changesOf(record).safeParse({ name: "" }).success).toBe(false);
});
