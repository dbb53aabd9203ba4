export const may = { read: "parameter.read", write: "parameter.write", remove: "parameter.delete" } as const;
