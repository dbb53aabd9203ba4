export const may = {
  read: "line-file.read",
  write: "line-file.write",
  generate: "line-file.generate",
  remove: "line-file.delete",
} as const;
