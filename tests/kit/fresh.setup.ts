import { vi } from "vitest";

/** Before each test file of a process: the environment as the first one found it, and what tests import from the sources anew. */
const shared = globalThis as typeof globalThis & { __firstEnvironment?: NodeJS.ProcessEnv; __endOfFile?: unknown[] };
const first = (shared.__firstEnvironment ??= { ...process.env });
for (const name of Object.keys(process.env)) if (!(name in first)) delete process.env[name];
Object.assign(process.env, first);
shared.__endOfFile = [];
vi.resetModules();
