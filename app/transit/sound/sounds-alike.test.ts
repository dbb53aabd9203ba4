import { expect, it } from "vitest";
import { soundsAlike } from "./sounds-alike";

const clip = { sha256: "a", durationMs: 1500, text: "人民广场，到了" };

it.each([
  ["the same file", { ...clip, durationMs: 9, text: "" }, "content"],
  ["the same text in the same time", { ...clip, sha256: "b", durationMs: 1560, text: "人民广场 到了。" }, "text"],
  ["the same text in another time", { ...clip, sha256: "b", durationMs: 1700 }, undefined],
  ["another text in the same time", { ...clip, sha256: "b", text: "火车站到了" }, undefined],
  ["no text", { ...clip, sha256: "b", text: "" }, undefined],
])("%s", (_name, other, alike) => expect(soundsAlike(clip, other)).toBe(alike));
