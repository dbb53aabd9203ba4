export const may = {
  read: "line-classify.read",
  write: "line-classify.write",
  remove: "line-classify.delete",
} as const;
