export const may = { read: "update-log.read", write: "update-log.write", remove: "update-log.delete" } as const;
