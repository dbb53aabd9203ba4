import { readFile } from "node:fs/promises";
import net from "node:net";
import { expect, it } from "vitest";
import { isDatabaseUnavailable } from "./failures";

it("tells a database that is away from a file that is not there", async () => {
  const noSocket = await new Promise((resolve) =>
    net.connect({ path: "/nowhere/.s.PGSQL.5432" }).once("error", resolve),
  );
  expect(isDatabaseUnavailable(noSocket)).toBe(true);
  expect(isDatabaseUnavailable(await readFile("/nowhere/file").catch((error: unknown) => error))).toBe(false);
});
