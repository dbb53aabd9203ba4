import type { SeededRecipe } from "~/domains/voice-versions/seed.server";

type Row = SeededRecipe["rows"][number];

const row = (
  event: Row["event"],
  voiceUse: Row["voiceUse"],
  language: Row["language"],
  ...parts: Row["parts"]
): Row => ({
  event,
  voiceUse,
  language,
  parts,
});
const say = (clip: string) => ({ clip });

export const demoRecipe: SeededRecipe = {
  versionNum: "BJGJ-2026.1",
  versionName: "常规双语报站",
  languages: ["zh", "en"],
  remark: "普通话和英语，车内报站，车外报线路和开往方向",
  rows: [
    row(
      1,
      3,
      "zh",
      say("欢迎乘坐"),
      "lineName",
      say("开往"),
      "terminus",
      say("请坐稳扶好"),
      say("下一站"),
      "nextStation",
    ),
    row(
      1,
      3,
      "en",
      say("Welcome to"),
      "lineName",
      say("Bound for"),
      "terminus",
      say("The next stop is"),
      "nextStation",
    ),
    row(1, 4, "zh", "lineName", say("开往"), "terminus", say("请有序上车")),
    row(2, 1, "zh", "station", say("到了"), say("请从后门下车")),
    row(2, 1, "en", say("We are arriving at"), "station"),
    row(2, 2, "zh", "lineName", say("开往"), "terminus", say("请有序上车")),
    row(3, 3, "zh", say("车辆起步"), say("请坐稳扶好"), say("下一站"), "nextStation"),
    row(3, 3, "en", say("The next stop is"), "nextStation"),
    row(
      4,
      3,
      "zh",
      say("车辆起步"),
      say("请坐稳扶好"),
      say("下一站"),
      say("终点站"),
      "nextStation",
      say("请做好下车准备"),
    ),
    row(4, 3, "en", say("The next stop is the terminal"), "nextStation"),
    row(5, 1, "zh", say("终点站"), "station", say("到了"), say("请带好随身物品下车")),
    row(5, 1, "en", say("We are arriving at the terminal"), "station", say("Please take your belongings")),
    row(5, 2, "zh", say("本车终点站到达"), say("请勿上车")),
  ],
  texts: [
    { event: 1, voiceUse: 3, language: "zh", text: "{line} 开往 {terminus}，下一站 {next}", seconds: 8 },
    { event: 1, voiceUse: 3, language: "en", text: "{line} to {terminus}. Next: {next}", seconds: 8 },
    { event: 2, voiceUse: 1, language: "zh", text: "{station} 到了", seconds: 6 },
    { event: 2, voiceUse: 1, language: "en", text: "Arriving at {station}", seconds: 6 },
    { event: 3, voiceUse: 3, language: "zh", text: "下一站 {next}", seconds: 6 },
    { event: 3, voiceUse: 3, language: "en", text: "Next: {next}", seconds: 6 },
    { event: 4, voiceUse: 3, language: "zh", text: "下一站 终点站 {terminus}", seconds: 8 },
    { event: 5, voiceUse: 1, language: "zh", text: "终点站 {station} 到了，请带好随身物品", seconds: 10 },
  ],
};
