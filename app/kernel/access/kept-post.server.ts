import { db, newKey } from "~/kernel/db/pool.server";
import { seal, unseal } from "./seal.server";

const largestBytes = 1_000_000;
const keptMinutes = 30;

/** Keeps a form that was posted after its session had expired, sealed, for the same person; undefined when it is too large, has files or holds nothing. */
export async function keepPost(request: Request, userId: string): Promise<string | undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > largestBytes) return undefined;
  if (!/urlencoded/.test(request.headers.get("content-type") ?? "")) return undefined;
  const body = await request.text();
  if (body.length > largestBytes) return undefined;
  const fields = [...new URLSearchParams(body)].filter(([name]) => !/password/i.test(name));
  if (fields.length === 0) return undefined;
  const keptId = newKey();
  const sealed = seal(JSON.stringify({ path: new URL(request.url).pathname, fields }));
  await db().deleteFrom("keptPost").where("expiresAt", "<", new Date()).execute();
  await db()
    .insertInto("keptPost")
    .values({ keptId, userId, sealed, expiresAt: new Date(Date.now() + keptMinutes * 60_000) })
    .execute();
  return keptId;
}

/** The fields of a kept form, for the person who typed them and the page they were typed on. */
export async function keptFields(keptId: string, userId: string, path: string): Promise<[string, string][] | undefined> {
  const row = await db()
    .selectFrom("keptPost")
    .select("sealed")
    .where("keptId", "=", keptId)
    .where("userId", "=", userId)
    .where("expiresAt", ">", new Date())
    .executeTakeFirst();
  const text = row && unseal(row.sealed);
  if (!text) return undefined;
  const kept = JSON.parse(text) as { path: string; fields: [string, string][] };
  return kept.path === path ? kept.fields : undefined;
}
