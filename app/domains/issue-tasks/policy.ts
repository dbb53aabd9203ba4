export const may = {
  read: "issue-task.read",
  write: "issue-task.write",
  start: "issue-task.start",
  remove: "issue-task.remove",
} as const;
