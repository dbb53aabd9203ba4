/** What a number of a file is that stands at two places, or has two names. */
export const twoPlaces = {
  first: "按最先出现的一处",
  average: "取各处的平均位置，站名取最先的",
  split: "分成两个站，后一个另编号",
} as const;
export type TwoPlaces = keyof typeof twoPlaces;
