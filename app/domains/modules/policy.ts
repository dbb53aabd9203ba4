export const may = { read: "module.read", write: "module.write", remove: "module.delete" } as const;
