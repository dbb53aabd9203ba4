export const may = { read: "station.read", write: "station.write", remove: "station.delete" } as const;
