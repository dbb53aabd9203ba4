import { AsyncLocalStorage } from "node:async_hooks";
import { db } from "./pool.server";

/** Values that were read together with something else: those of `names` that are there. */
export interface ParametersAlong {
  names: readonly string[];
  values: Readonly<Record<string, string>>;
}

const ofPages = new Set(["D008", "D009", "city_coord", "direction.reverse"]);
const mostOfPages = 40;

/** The names that the program's pages have asked for so far: what a page's session brings along. */
export const parameterNamesOfPages = (): string[] => [...ofPages];

const along = new AsyncLocalStorage<() => Promise<ParametersAlong | undefined>>();

/** Lets `work`, which changes nothing, take parameters from what was read along. */
export const takingParametersAlong = <T>(read: () => Promise<ParametersAlong | undefined>, work: () => T): T =>
  along.run(read, work);

/** Values of living parameters by name, in one scope or both (a name is unique in its scope; ours do not repeat across them). */
export async function readParameters(names: readonly string[], scope?: "sys" | "ops"): Promise<Record<string, string>> {
  if (names.length === 0) return {};
  const known = scope ? undefined : await readAlong(names);
  if (known && names.every((name) => known.names.includes(name)))
    return Object.fromEntries(names.flatMap((name) => (name in known.values ? [[name, known.values[name]!]] : [])));
  let query = db()
    .selectFrom("parameter")
    .select(["paramName", "paramValue"])
    .where("paramName", "in", [...names])
    .where("deletedAt", "is", null);
  if (scope) query = query.where("scope", "=", scope);
  return Object.fromEntries((await query.execute()).map((row) => [row.paramName, row.paramValue]));
}

async function readAlong(names: readonly string[]): Promise<ParametersAlong | undefined> {
  const read = along.getStore();
  // A transaction sees what it has changed itself.
  if (!read || db().isTransaction) return undefined;
  for (const name of names) if (ofPages.size < mostOfPages) ofPages.add(name);
  return read();
}
