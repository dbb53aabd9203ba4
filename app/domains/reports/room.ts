export const tokenRoom = { noun: "上报令牌", url: "/device/device-management/report-tokens" };
