export const may = { read: "map.read", import: "map.import" } as const;
