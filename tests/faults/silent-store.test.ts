import net, { type AddressInfo } from "node:net";
import { afterAll, expect, it, vi } from "vitest";
import { visitorWith } from "../kit/accounts";

/** A store that takes connections and never says a word. */
const silent = await vi.hoisted(async () => {
  const { createServer } = await import("node:net");
  const server = createServer(() => undefined);
  await new Promise<void>((up) => server.listen(0, "127.0.0.1", up));
  const { port } = server.address() as AddressInfo;
  Object.assign(process.env, {
    FILES_DRIVER: "s3",
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: "none",
    S3_ACCESS_KEY: "none",
    S3_SECRET_KEY: "none",
  });
  return server as net.Server;
});
afterAll(() => void silent.close());

it("how the program runs is shown within seconds while the store of files says nothing, and that it says nothing", async () => {
  const person = await visitorWith("running-state.read");
  const began = performance.now();
  const page = await person.get("/system/running-state");
  expect(page.status).toBe(200);
  expect(page.text).toMatch(/有问题.*对象存储 http:\/\/127\.0\.0\.1:\d+ 在 3 秒内没有回答/);
  expect(performance.now() - began).toBeLessThan(10_000);
});
