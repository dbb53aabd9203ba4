import { createHash } from "node:crypto";

export const digestOf = (content: unknown): string =>
  createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 32);
