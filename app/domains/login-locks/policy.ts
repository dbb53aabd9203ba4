/** Of accounts and addresses that must wait after too many failed logins. */
export const may = { read: "login-lock.read", write: "login-lock.write" } as const;
export const url = "/system/login-lock";
