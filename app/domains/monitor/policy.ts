export const may = { read: "bus-monitor.read" } as const;
