export const may = { read: "report-token.read", write: "report-token.write" } as const;
