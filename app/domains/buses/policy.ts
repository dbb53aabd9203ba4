/** `assign` is for what a bus is given for its work: lines and preset persons. */
export const may = { read: "bus.read", write: "bus.write", remove: "bus.delete", assign: "bus.assign" } as const;
