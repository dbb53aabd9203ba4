export const may = { read: "fence.read", write: "fence.write", remove: "fence.delete" } as const;
