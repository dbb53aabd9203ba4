export const may = {
  read: "user.read",
  write: "user.write",
  remove: "user.delete",
  authorise: "user.authorise",
  password: "user.password",
  session: "user.session",
} as const;
