export const may = { read: "security-event.read" } as const;

export const eventsUrl = "/system/security-events";
