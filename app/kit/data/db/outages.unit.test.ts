import { readFile } from "node:fs/promises";
import net from "node:net";
import { expect, it } from "vitest";
import { isDatabaseUnavailable, outageOf } from "./outages";

const coded = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });
const within = (outer: string, cause: Error) => Object.assign(new Error(outer, { cause }), { code: outer });

it("tells a database that is away from a file that is not there", async () => {
  const noSocket = await new Promise((resolve) =>
    net.connect({ path: "/nowhere/.s.PGSQL.5432" }).once("error", resolve),
  );
  expect(isDatabaseUnavailable(noSocket)).toBe(true);
  expect(isDatabaseUnavailable(await readFile("/nowhere/file").catch((error: unknown) => error))).toBe(false);
});

it.each([
  ["away", coded("57P01")],
  ["away", coded("57P03")],
  ["away", coded("08006")],
  ["away", new Error("Connection terminated unexpectedly")],
  ["away", new Error("Client has encountered a connection error and is not queryable")],
  ["away", new AggregateError([coded("ECONNREFUSED"), coded("ECONNREFUSED")])],
  ["crowded", coded("53300")],
  ["crowded", new Error("timeout exceeded when trying to connect")],
  ["read-only", new Error("failed", { cause: coded("25006") })],
  ["full", coded("53100")],
  ["full", within("E_CANNOT_WRITE_FILE", coded("ENOSPC"))],
  ["full", coded("EDQUOT")],
  ["store", within("E_CANNOT_READ_FILE", coded("ECONNREFUSED"))],
  ["store", within("E_CANNOT_WRITE_FILE", coded("x", { $metadata: { httpStatusCode: 503 } }))],
  [undefined, within("E_CANNOT_READ_FILE", coded("ENOENT"))],
  [undefined, within("E_CANNOT_READ_FILE", coded("NoSuchKey", { $metadata: { httpStatusCode: 404 } }))],
  [undefined, coded("23505")],
  [undefined, new Error("x is not a function")],
  [undefined, "not an error"],
])("is %s of %o", (outage, error) => expect(outageOf(error)).toBe(outage));
