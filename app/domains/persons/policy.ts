/** `idCard` shows ID cards unmasked; `assign` is for the lines and buses that a person works on. */
export const may = {
  read: "person.read",
  write: "person.write",
  remove: "person.delete",
  idCard: "person.id-card",
  assign: "person.assign",
} as const;
