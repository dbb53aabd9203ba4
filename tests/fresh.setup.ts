/** Before each test file of a process: the environment as the first one found it. What tests import from the sources stays loaded, as the program does. */
const shared = globalThis as typeof globalThis & { __firstEnvironment?: NodeJS.ProcessEnv };
const first = (shared.__firstEnvironment ??= { ...process.env });
for (const name of Object.keys(process.env)) if (!(name in first)) delete process.env[name];
Object.assign(process.env, first);

export {};
