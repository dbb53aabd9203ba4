export const may = { read: "line-tool.read", write: "line-tool.write" } as const;
