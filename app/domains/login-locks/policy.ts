export const may = { read: "login-lock.read", write: "login-lock.write" } as const;
export const url = "/system/login-lock";
