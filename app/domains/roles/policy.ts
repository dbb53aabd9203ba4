export const may = {
  read: "role.read",
  write: "role.write",
  remove: "role.delete",
  authorise: "role.authorise",
} as const;
