import { environment, makeTemplate, startTestServer } from "./database";

/** Once a run, for whichever projects ask: a server with the template; the test files find both in their environment. */
const shared = globalThis as typeof globalThis & { __testServer?: Promise<() => Promise<void>> };

export default async function setup(): Promise<() => Promise<void>> {
  const isFirst = !shared.__testServer;
  const stop = await (shared.__testServer ??= startWithTemplate());
  return isFirst ? stop : async () => undefined;
}

async function startWithTemplate(): Promise<() => Promise<void>> {
  const server = await startTestServer();
  try {
    await makeTemplate(server);
  } catch (error) {
    await server.stop();
    throw error;
  }
  Object.assign(process.env, environment(server), { TEST_SERVER_URL: server.url });
  return () => server.stop();
}
