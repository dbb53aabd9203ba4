export const may = { read: "waiting-area.read", write: "waiting-area.write", remove: "waiting-area.delete" } as const;
