export const may = { read: "depot.read", write: "depot.write", remove: "depot.delete" } as const;
