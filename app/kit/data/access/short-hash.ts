import { createHash } from "node:crypto";

/** What a session is called in logs: eight letters that do not lead back to it. */
export const shortHash = (sessionId: string): string =>
  createHash("sha256").update(sessionId).digest("hex").slice(0, 8);
