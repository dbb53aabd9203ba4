import { db, newKey } from "~/kit/data/db/pool.server";
import { receiveUpload } from "~/kit/data/files/upload.server";
import { onceField } from "~/kit/ground/once-field";
import { encrypt, decrypt } from "./encrypt.server";
import { isSecret } from "./secret-fields";

const largestBytes = 1_000_000;
const largestWithFiles = 50_000_000;
const keptMinutes = 30;

/** Keeps a form that was posted after its session had expired, sealed, for the same person, without its secrets and files; undefined when it is too large or holds nothing. */
export async function storePost(request: Request, userId: string): Promise<string | undefined> {
  const fields = (await typedIn(request))?.filter(([name]) => !isSecret(name) && name !== onceField) ?? [];
  const text = JSON.stringify({ path: new URL(request.url).pathname, fields });
  if (fields.every(([, value]) => value === "") || text.length > largestBytes) return undefined;
  const keptId = newKey();
  const sealed = encrypt(text);
  await db().deleteFrom("keptPost").where("expiresAt", "<", new Date()).execute();
  await db()
    .insertInto("keptPost")
    .values({ keptId, userId, sealed, expiresAt: new Date(Date.now() + keptMinutes * 60_000) })
    .execute();
  return keptId;
}

async function typedIn(request: Request): Promise<[string, string][] | undefined> {
  const type = request.headers.get("content-type") ?? "";
  const size = Number(request.headers.get("content-length") ?? 0);
  if (/urlencoded/.test(type) && size <= largestBytes) return [...new URLSearchParams(await request.text())];
  if (!/^multipart\/form-data/i.test(type) || size === 0 || size > largestWithFiles) return undefined;
  const { form, discard } = await receiveUpload(request, { cut: true, fileSize: 1, files: 20 });
  await discard();
  return [...form].filter((pair): pair is [string, string] => typeof pair[1] === "string");
}

/** The form that this page was to save when the session had expired, for pages that read their forms themselves. */
export async function findStoredForm({
  url,
  viewer,
}: {
  url: URL;
  viewer: { userId: string };
}): Promise<FormData | null> {
  const keptId = url.searchParams.get("kept");
  const fields = keptId ? await readStoredFields(keptId, viewer.userId, url.pathname) : undefined;
  if (!fields) return null;
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

export async function readStoredFields(
  keptId: string,
  userId: string,
  path: string,
): Promise<[string, string][] | undefined> {
  const row = await db()
    .selectFrom("keptPost")
    .select("sealed")
    .where("keptId", "=", keptId)
    .where("userId", "=", userId)
    .where("expiresAt", ">", new Date())
    .executeTakeFirst();
  const text = row && decrypt(row.sealed);
  if (!text) return undefined;
  const kept = JSON.parse(text) as { path: string; fields: [string, string][] };
  return kept.path === path ? kept.fields : undefined;
}
