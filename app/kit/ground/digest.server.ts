import { createHash } from "node:crypto";

/** Names a value by its content: 32 hex digits that change with anything of it. */
export const digestOf = (content: unknown): string =>
  createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 32);
