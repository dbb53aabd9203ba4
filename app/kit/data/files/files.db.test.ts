import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { closeDatabase } from "~/kit/data/db/pool.server";
import { startStore } from "../../../../tests/kit/store";

type Files = typeof import("./files.server");
const dataDir = mkdtempSync(path.join(tmpdir(), "files-"));
let store: Awaited<ReturnType<typeof startStore>>;

beforeAll(async () => {
  store = await startStore();
});
afterAll(async () => {
  store.stop();
  await closeDatabase();
});

async function filesWith(driver: "fs" | "s3"): Promise<Files> {
  Object.assign(process.env, { ...store.settings, DATA_DIR: dataDir, FILES_DRIVER: driver });
  vi.resetModules();
  return import("./files.server");
}

describe.each(["fs", "s3"] as const)("files kept with driver %s", (driver) => {
  it("come back as they were, whatever they were made of", async () => {
    const { putFile, openFile, fileSize, withLocalFile } = await filesWith(driver);
    const at = path.join(dataDir, `sent-${driver}`);
    writeFileSync(at, "从文件来");
    for (const [source, content] of [
      [Readable.from(["从", "流来"]), "从流来"],
      [Buffer.from("从字节来"), "从字节来"],
      [at, "从文件来"],
    ] as const) {
      const fileKey = await putFile(source, { name: "../../报 站.txt", contentType: "text/plain" });
      expect(fileKey).toMatch(/^[0-9a-f]{32}$/);
      const file = await openFile(fileKey);
      expect(await text(file.stream)).toBe(content);
      expect(file).toMatchObject({
        name: "../../报 站.txt",
        contentType: "text/plain",
        size: Buffer.byteLength(content),
      });
      expect(await fileSize(fileKey)).toBe(Buffer.byteLength(content));
      expect(await withLocalFile(fileKey, (local) => readFile(local, "utf8"))).toBe(content);
    }
    expect(existsSync(at)).toBe(false);
    expect(store.objects.size).toBe(driver === "s3" ? 3 : 0);
  });

  it("deleted while somebody reads them are missing, not a fault", async () => {
    const { putFile, deleteFile, withLocalFile } = await filesWith(driver);
    const fileKey = await putFile(Buffer.from("x"), { name: "x", contentType: "text/plain" });
    const reading = withLocalFile(fileKey, async (local) => {
      await deleteFile(fileKey);
      return readFile(local, "utf8");
    });
    if (driver === "s3") await expect(reading).resolves.toBe("x");
    else await expect(reading).rejects.toMatchObject({ reason: "missing" });
  });

  it("lost in the store fail whoever reads them, however late, and nobody else", async () => {
    const { putFile, openFile, openPart, removeContent } = await filesWith(driver);
    const fileKey = await putFile(Buffer.from("x"), { name: "x", contentType: "text/plain" });
    await removeContent(fileKey);
    const read = async (opening: Promise<Readable>) => {
      const stream = await opening;
      await sleep(50);
      return text(stream);
    };
    await expect(read(openFile(fileKey).then(({ stream }) => stream))).rejects.toThrow();
    await expect(read(openPart(fileKey, 0, 0))).rejects.toThrow();
  });

  it("are gone after they were deleted, and deleting twice is harmless", async () => {
    const { putFile, openFile, findFile, deleteFile } = await filesWith(driver);
    const before = store.objects.size;
    const fileKey = await putFile(Buffer.from("x"), { name: "x", contentType: "text/plain" });
    await deleteFile(fileKey);
    await deleteFile(fileKey);
    expect(store.objects.size).toBe(before);
    expect(await findFile(fileKey)).toBeUndefined();
    await expect(openFile(fileKey)).rejects.toMatchObject({ reason: "missing", message: "文件不存在或已删除" });
  });

  it("are not half kept when their stream breaks", async () => {
    const { putFile } = await filesWith(driver);
    const before = store.objects.size;
    const breaking = Readable.from(
      (async function* () {
        yield "一半";
        throw new Error("broken");
      })(),
    );
    await expect(putFile(breaking, { name: "x", contentType: "text/plain" })).rejects.toThrow("broken");
    expect(store.objects.size).toBe(before);
  });
});
