export const may = {
  read: "device.read",
  write: "device.write",
  remove: "device.delete",
  bind: "device.bind",
} as const;
