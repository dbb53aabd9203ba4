import type { z } from "zod";
import { db } from "~/kit/data/db/pool.server";
import { findTaken, type RecordTable } from "~/kit/data/db/records.server";
import { alsoRefused, readField, type RefusedForm } from "~/kit/page/forms/read-form";
import { listServed } from "./registry";

/** A refused form with what it has in common with another record that only one may have, so that all is told at once. */
export async function alsoTaken(
  refused: RefusedForm,
  { url }: { url: string },
  { shape }: z.ZodObject,
  form: FormData,
  ownKey: string | undefined,
): Promise<RefusedForm> {
  const source = listServed().find(({ room }) => room.url === url)?.source;
  return source ? alsoTakenIn(refused, source.kept, { shape }, form, ownKey) : refused;
}

export async function alsoTakenIn(
  refused: RefusedForm,
  kept: RecordTable,
  { shape }: Pick<z.ZodObject, "shape">,
  form: FormData,
  ownKey: string | undefined,
): Promise<RefusedForm> {
  const values = Object.entries(shape).flatMap(([name, rule]) => {
    const typed = form.get(name);
    const read = typeof typed === "string" && typed ? readField(rule as z.ZodType, typed) : undefined;
    return read === undefined ? [] : [[name, read] as const];
  });
  const refusedFields = refused.reply.error ?? {};
  const errors = (await findTaken(db(), kept, Object.fromEntries(values), ownKey)).filter(
    ({ path }) => path in shape && !refusedFields[path],
  );
  return errors.length > 0 ? alsoRefused(refused, { message: "", errors }) : refused;
}
