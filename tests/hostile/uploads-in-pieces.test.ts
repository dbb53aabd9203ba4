import { expect, it } from "vitest";
import { visitorWith } from "../kit/accounts";
import type { Visitor } from "../kit/visit";

const own = { "sec-fetch-site": "same-origin", "tus-resumable": "1.0.0" };

/** Sends a file as the browser does before a form; answers what the form then names. */
async function sendPieces(by: Visitor, to: string, name: string, content: Buffer): Promise<string> {
  const begun = await by.send(to, {
    method: "POST",
    headers: {
      ...own,
      "upload-length": String(content.length),
      "upload-metadata": `filename ${Buffer.from(name).toString("base64")}`,
    },
  });
  expect(begun.status).toBe(201);
  const at = begun.headers.get("location")!;
  for (let offset = 0; offset < content.length; offset += 100_000) {
    const headers = {
      ...own,
      "x-http-method-override": "PATCH",
      "upload-offset": String(offset),
      "content-type": "application/offset+octet-stream",
    };
    const body = content.subarray(offset, offset + 100_000) as BodyInit;
    expect((await by.send(at, { method: "POST", headers, body })).status).toBe(204);
  }
  return at.split("/").at(-1)!;
}

const osm = `<?xml version="1.0"?><osm version="0.6">${"<!-- 空 -->".repeat(15_000)}</osm>`;
const forms = {
  sheets: [
    "/excel/import",
    ["sheet.read", "sheet.write", "post.read", "post.write"],
    "岗位.csv",
    "岗位编号,岗位名称\n",
  ],
  roads: ["/map/data-down-load/import", ["map.read", "map.import"], "地图.osm", osm],
  lines: [
    "/line/line-import",
    ["line-import.read", "line-import.write"],
    "线路.geojson",
    '{"type":"FeatureCollection","features":[]}',
  ],
} as const;

it.each(Object.entries(forms))(
  "the form of %s takes a file that came in pieces, of who may use it",
  async (kind, [at, may, name, text]) => {
    const person = await visitorWith(...may);
    const content = Buffer.from(text.padEnd(250_000, "\n"));
    const page = await person.get(at);
    expect(page.$("[data-pieces]").attr("data-pieces")).toBe(`${at}/upload`);
    const uploaded = await sendPieces(person, `${at}/upload`, name, content);
    const send = (by: Visitor, template: string) =>
      by.postFiles(
        at,
        {
          files: ["file"],
          pairs: [
            ["templateCode", template],
            ["uploaded", uploaded],
          ],
        },
        {},
      );
    if (kind === "sheets") {
      const refused = await send(person, "");
      expect([refused.status, refused.$("[name=uploaded]").attr("value")]).toEqual([422, uploaded]);
      expect(refused.text).toContain("使用已上传的 岗位.csv");
    }
    expect((await send(await visitorWith(...may), "post")).errorAt("file")).toContain("已经不在了");
    const taken = await send(person, "post");
    expect([taken.status, (await taken.follow()).text]).toEqual([303, expect.stringContaining(name)]);
    expect((await send(person, "post")).errorAt("file")).toContain("已经不在了");
    const stranger = await visitorWith("attachment.write");
    const begun = await stranger.send(`${at}/upload`, { method: "POST", headers: { ...own, "upload-length": "5" } });
    expect(begun.headers.get("location")).toMatch(/^\/401/);
  },
);
