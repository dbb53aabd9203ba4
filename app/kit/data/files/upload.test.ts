import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { attachment } from "./attachment.server";
import { receiveUpload } from "./upload.server";

const dataDir = mkdtempSync(path.join(tmpdir(), "upload-"));
const left = () => readdirSync(path.join(dataDir, "incoming"));

beforeAll(() => {
  process.env.DATA_DIR = dataDir;
});

function multipart(fill: (form: FormData) => void): Request {
  const body = new FormData();
  fill(body);
  return new Request("http://here.invalid/", { method: "POST", body });
}

const raw = (body: BodyInit, type: string) =>
  new Request("http://here.invalid/", {
    method: "POST",
    body,
    headers: { "content-type": type },
    duplex: "half",
  } as RequestInit);

describe("an upload", () => {
  it("lies on disk with its name, size and the type that its bytes say", async () => {
    const map = '<?xml version="1.0"?>\n<osm version="0.6"></osm>';
    const upload = await receiveUpload(
      multipart((form) => {
        form.set("note", "备注");
        form.set("file", new File([map], "D:\\图\\北京 地图.jpg"));
      }),
    );
    const [file] = upload.files;
    expect([...upload.form]).toEqual([["note", "备注"]]);
    expect(file).toMatchObject({
      field: "file",
      name: "北京 地图.jpg",
      size: map.length,
      contentType: "application/vnd.openstreetmap.data+xml",
    });
    expect(readFileSync(file!.path, "utf8")).toBe(map);
    await upload.discard();
    expect(existsSync(file!.path)).toBe(false);
  });

  it("without a chosen file has none", async () => {
    const upload = await receiveUpload(multipart((form) => form.set("file", new File([], ""))));
    expect(upload.files).toEqual([]);
    await upload.discard();
  });

  it.each([999_999, 5_000_000])(
    "that is too large (%i bytes over 0.5 MB) is refused in words and leaves nothing behind",
    async (size) => {
      const sent = receiveUpload(
        multipart((form) => form.set("file", new File([new Uint8Array(size)], "a.bin"))),
        { fileSize: 500_000 },
      );
      await expect(sent).rejects.toMatchObject({
        reason: "field",
        message: expect.stringContaining("文件超过 488 kB"),
      });
      expect(left()).toEqual([]);
    },
  );

  it.each([
    ["a value", (form: FormData) => form.set("a", "x".repeat(1_000_001))],
    [
      "three of them together",
      (form: FormData) => ["a", "b", "c"].forEach((name) => form.set(name, "x".repeat(900_000))),
    ],
    ["many fields", (form: FormData) => Array.from({ length: 201 }, (_, at) => form.set(`f${at}`, ""))],
  ])("with %s beyond what a form holds is refused, not cut", async (_, fill) => {
    const whole = multipart(fill);
    const sent = raw(await whole.clone().arrayBuffer(), whole.headers.get("content-type")!);
    await expect(receiveUpload(sent)).rejects.toMatchObject({
      reason: "field",
      message: expect.stringContaining("填写的内容过多"),
    });
    expect(left()).toEqual([]);
  });

  it.each([10, 200_000])("with a file too many (of %i bytes) is refused in words, not waited for", async (size) => {
    const whole = multipart((form) => {
      for (const length of [10, size]) form.append("file", new File(["x".repeat(length)], "a.csv"));
    });
    const sent = raw(await whole.clone().arrayBuffer(), whole.headers.get("content-type")!);
    await expect(receiveUpload(sent)).rejects.toMatchObject({
      reason: "field",
      message: "最多上传 1 个文件，请重新选择",
    });
    expect(left()).toEqual([]);
  });

  it("with a long part that is no field is refused in words, not waited for", async () => {
    const body = `--x\r\nContent-Type: text/plain\r\n\r\n${"x".repeat(200_000)}\r\n--x--\r\n`;
    await expect(receiveUpload(raw(body, "multipart/form-data; boundary=x"))).rejects.toMatchObject({
      reason: "field",
      message: "上传的内容无法识别，请重新上传",
    });
    expect(left()).toEqual([]);
  }, 10_000);

  it("of comments that begin no map is known in no time", async () => {
    const upload = await receiveUpload(
      multipart((form) => form.set("file", new File([`${"<!---->".repeat(500)}x`], "x.osm"))),
    );
    expect(upload.files[0]!.contentType).not.toContain("osm");
    await upload.discard();
    const map = await receiveUpload(
      multipart((form) =>
        form.set("file", new File(["<?xml version='1.0'?>\n<!-- a -- b --><!--c--> <osm version='0.6'/>"], "x.jpg")),
      ),
    );
    expect(map.files[0]!.contentType).toBe("application/vnd.openstreetmap.data+xml");
    await map.discard();
  });

  it("that is too large may be cut, so that what stands beside it arrives", async () => {
    const upload = await receiveUpload(
      multipart((form) => {
        form.set("file", new File([new Uint8Array(5_000_000)], "a.bin"));
        form.append("tick", "1");
        form.append("tick", "2");
      }),
      { fileSize: 500_000, cut: true },
    );
    expect(upload.form.getAll("tick")).toEqual(["1", "2"]);
    expect(upload.files).toMatchObject([{ field: "file", size: 500_000, cut: true }]);
    await upload.discard();
    expect(left()).toEqual([]);
  });

  it("that breaks off is refused and leaves nothing behind", async () => {
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc';
    await expect(receiveUpload(raw(head, "multipart/form-data; boundary=x"))).rejects.toMatchObject({
      reason: "field",
      message: "上传没有完成，请重新上传",
    });
    const body = new ReadableStream({
      start(stream) {
        stream.enqueue(Buffer.from(head));
        setTimeout(() => stream.error(new DOMException("gone", "AbortError")), 30);
      },
    });
    await expect(receiveUpload(raw(body, "multipart/form-data; boundary=x"))).rejects.toMatchObject({
      reason: "field",
    });
    expect(left()).toEqual([]);
  });

  it.each([
    ["a=1", "application/x-www-form-urlencoded"],
    ["x", "multipart/form-data"],
    ["x", "multipart/form-data; boundary=y"],
    ["", "text/plain"],
  ])("that is no form with files is refused: %s as %s", async (body, type) => {
    await expect(receiveUpload(raw(body, type))).rejects.toMatchObject({ reason: "field" });
  });
});

describe("a download", () => {
  it("keeps a Chinese name and can say nothing else in its header", () => {
    const { headers } = attachment(new Uint8Array(), { name: '线路"1\r\n路.osm', contentType: "text/plain" });
    expect(headers.get("content-disposition")).toBe(
      "attachment; filename=\"___1___.osm\"; filename*=UTF-8''%E7%BA%BF%E8%B7%AF%221%0D%0A%E8%B7%AF.osm",
    );
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });
});
