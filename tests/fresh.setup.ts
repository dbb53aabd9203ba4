import { readFileSync } from "node:fs";
import { expect, vi } from "vitest";

/**
 * Before each test file of a process: the environment as the first one found it. What tests import from the sources stays
 * loaded, as the program does, but for files that set the environment themselves or have a window of their own, and for the one
 * that comes after such a file.
 */
const shared = globalThis as typeof globalThis & {
  __firstEnvironment?: NodeJS.ProcessEnv;
  __hadItsOwn?: boolean;
};
const first = (shared.__firstEnvironment ??= { ...process.env });
for (const name of Object.keys(process.env)) if (!(name in first)) delete process.env[name];
Object.assign(process.env, first);
const hasItsOwn = /\bprocess\.env\.\w+ = |\bvi\.stubEnv\(|@vitest-environment/.test(
  readFileSync(expect.getState().testPath!, "utf8"),
);
if (hasItsOwn || shared.__hadItsOwn) vi.resetModules();
shared.__hadItsOwn = hasItsOwn;
