export const may = { read: "change-audit.read" } as const;

export const auditUrl = "/log/change-audit";
