export const may = { read: "display.read", write: "display.write" } as const;

export const displaysUrl = "/bus/displays";
export const wallUrl = "/display";
export const displayNoun = "值班屏";
