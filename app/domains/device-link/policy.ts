export const may = { read: "device-link.read", write: "device-link.write" } as const;

export const linkTokensUrl = "/device/device-management/link-tokens";
export const linkUrlOf = (devUuid: string) => `/device/device-management/${devUuid}/link`;
