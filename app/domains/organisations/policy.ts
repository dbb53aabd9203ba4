export const may = { read: "organisation.read", write: "organisation.write", remove: "organisation.delete" } as const;
