export const may = { read: "dictionary.read", write: "dictionary.write", remove: "dictionary.delete" } as const;
