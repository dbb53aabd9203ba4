export const may = { read: "bus-model.read", write: "bus-model.write", remove: "bus-model.delete" } as const;
