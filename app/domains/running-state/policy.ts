export const may = { read: "running-state.read" } as const;

export const runningStateUrl = "/system/running-state";
