export const may = { read: "log.read" } as const;

export const loginsUrl = "/log/user-login";
export const requestsUrl = "/log/feature-visit";
export const jobsUrl = "/log/system-task";
export const analysisUrl = "/log/analysis";
