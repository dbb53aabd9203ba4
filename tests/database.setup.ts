import { environment, makeTemplate, startTestServer } from "./database";

/** Once a run: a server with the template; the test files find both in their environment. */
export default async function setup(): Promise<() => Promise<void>> {
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
