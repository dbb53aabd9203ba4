export const may = { read: "resource.read", write: "resource.write", remove: "resource.delete" } as const;
