import { expect, test } from "vitest";
import { completeness } from "./completeness";
import { clipOf, clipsFor, directionOver, every, lineOf, rowOf, sampleRecipe } from "./line.sample";
import { makeNodes } from "./make-nodes";

const line = lineOf(directionOver([[0, 0], [900, 0]], every(300, 0, 900))); // prettier-ignore
const nodes = makeNodes(line);
const recipe = { ...sampleRecipe, slots: [...sampleRecipe.slots, ...rowOf(2, 1, "{station}", "en")] };

test("each node, loudspeaker and language tells what is recorded, spoken and missing", () => {
  const clips = clipsFor(line).flatMap((clip) =>
    clip.text === "站1之2" ? [] : [clip.text === "到了" ? { ...clip, source: "spoken" as const } : clip],
  );
  const checks = completeness(line, nodes, recipe, clips);
  const second = checks.filter(({ serial }) => serial === 2);
  expect(second).toMatchObject([
    { event: 2, voiceUse: 1, language: "zh", recorded: 0, spoken: 1, missing: ["站1之2"], seconds: 2.5 },
    { event: 2, voiceUse: 1, language: "en", recorded: 0, spoken: 0, missing: ["Stop 1 2"] },
    { event: 2, voiceUse: 2, language: "zh", recorded: 3, spoken: 0, missing: [], seconds: 4.5 },
  ]);
  expect(second.every(({ isTooLong, overlapsNext }) => !isTooLong && !overlapsNext)).toBe(true);
});

test("what takes longer than the way at 40 km/h is too long, and holds up what follows", () => {
  const clips = clipsFor(line).map((clip) => (clip.text === "欢迎乘坐" ? { ...clip, durationMs: 30_000 } : clip));
  const inside = completeness(line, nodes, sampleRecipe, clips).filter(({ voiceUse }) => voiceUse % 2 === 1);
  expect(inside.slice(0, 5).map(({ isTooLong, overlapsNext }) => [isTooLong, overlapsNext])).toEqual([
    [true, true],
    [false, true],
    [false, false],
    [false, false],
    [false, false],
  ]);
  expect(inside[0]).toMatchObject({ secondsToNext: 19.8, totalSeconds: 37.5 });
  expect(inside.at(-1)!.secondsToNext).toBeUndefined();
});

test("a playlist of the node's own replaces the recipe's for its loudspeaker", () => {
  const own = nodes.map((node) =>
    node.serial === 2
      ? { ...node, playlists: [{ voiceUse: 1 as const, voiceType: 2 as const, items: [{ text: "人民医院到了" }] }] }
      : node,
  );
  const checks = completeness(line, own, recipe, [clipOf("到了")]).filter(({ serial }) => serial === 2);
  expect(checks).toMatchObject([
    { voiceUse: 1, spoken: 1, missing: [], seconds: 1.5 },
    { voiceUse: 2, recorded: 0, missing: ["9路", "a:开往", "站1之4"] },
  ]);
});
