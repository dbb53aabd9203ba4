import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Viewer } from "~/kit/data/access/viewer";
import { holdByImport } from "../../../../tests/kit/held-file";
import { closeDatabase, db, newKey } from "~/kit/data/db/pool.server";
import { mayRead, requireAttachment, saveAttachment } from "./attachments.server";
import { deleteFile, putFile } from "~/kit/data/files/files.server";

const dataDir = mkdtempSync(path.join(tmpdir(), "attachments-"));
let orgId: string;
let otherOrg: string;

beforeAll(async () => {
  process.env.DATA_DIR = dataDir;
  const orgs = await db().selectFrom("organisation").select("orgId").limit(2).execute();
  [orgId, otherOrg] = orgs.map((one) => one.orgId) as [string, string];
});
afterAll(() => closeDatabase());

const viewerOf = (more: Partial<Viewer> = {}) =>
  ({ userId: newKey(), permissions: new Set(), isSuper: false, orgScope: [], ...more }) as unknown as Viewer;

async function given(name = "说明.txt", content = "内容"): Promise<{ uploader: Viewer; fileUuid: string }> {
  const userId = newKey();
  await db()
    .insertInto("appUser")
    .values({
      userId,
      userAccount: userId,
      userName: "上传的人",
      passwordHash: "",
      orgId,
      pinyin: "",
      initials: "",
      searchGrams: [],
      createdBy: "test",
      updatedBy: "test",
    })
    .execute();
  const uploader = viewerOf({ userId });
  const file = path.join(dataDir, newKey());
  writeFileSync(file, content);
  const hash = createHash("sha256").update(content).digest("hex");
  return { uploader, fileUuid: await saveAttachment(uploader, { path: file, name, contentType: "text/plain", hash }) };
}

describe("an attachment", () => {
  it("is there for its uploader and who may read those of its organisation, and for nobody else", async () => {
    const { uploader, fileUuid } = await given();
    const reader = (...orgScope: string[]) => viewerOf({ permissions: new Set([mayRead]), orgScope });
    expect(await requireAttachment(uploader, fileUuid)).toEqual({
      fileUuid,
      fileKey: fileUuid,
      fileName: "说明.txt",
      contentType: "text/plain",
      size: 6,
      hash: createHash("sha256").update("内容").digest("hex"),
    });
    expect(await requireAttachment(reader(orgId), fileUuid)).toMatchObject({ fileUuid });
    expect(await requireAttachment({ ...reader(), orgScope: "all" }, fileUuid)).toMatchObject({ fileUuid });
    for (const other of [reader(otherOrg), viewerOf({ orgScope: "all" }), viewerOf({ orgScope: [orgId] })])
      await expect(requireAttachment(other, fileUuid)).rejects.toMatchObject({ reason: "missing" });
  });

  it("is no file that only its holder may show", async () => {
    const uploader = viewerOf();
    const fileKey = await putFile(Buffer.from("照片"), {
      name: "照片.png",
      contentType: "image/png",
      createdBy: uploader.userId,
    });
    await expect(requireAttachment(uploader, fileKey)).rejects.toMatchObject({ reason: "missing" });
  });

  it("stays while something holds it, and can go when it is released", async () => {
    const { uploader, fileUuid } = await given();
    const letGo = await holdByImport(fileUuid, "一次");
    await expect(deleteFile(fileUuid)).rejects.toThrow("import_batch");
    expect(existsSync(path.join(dataDir, "files", fileUuid.slice(-2), fileUuid))).toBe(true);
    await letGo();
    await deleteFile(fileUuid);
    await expect(requireAttachment(uploader, fileUuid)).rejects.toMatchObject({ reason: "missing" });
  });
});
