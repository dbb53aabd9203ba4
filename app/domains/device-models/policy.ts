export const may = { read: "device-model.read", write: "device-model.write", remove: "device-model.delete" } as const;
