export const may = { read: "post.read", write: "post.write", remove: "post.delete" } as const;
