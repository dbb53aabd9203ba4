export const may = { read: "sheet.read", write: "sheet.write" } as const;
