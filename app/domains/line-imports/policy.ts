export const may = { read: "line-import.read", write: "line-import.write" } as const;
