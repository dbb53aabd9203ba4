export const may = { read: "app.read", write: "app.write", remove: "app.delete" } as const;
