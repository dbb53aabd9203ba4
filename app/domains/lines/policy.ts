export const may = { read: "line.read", write: "line.write", remove: "line.delete", publish: "line.publish" } as const;
