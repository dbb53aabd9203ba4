import express from "express";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { packerFor } from "./pack.server";

/** What a client that accepts these encodings gets of a page. */
function packedFor(accepted: string | undefined, page: string) {
  const request = Object.assign(Object.create(express.request) as express.Request, {
    headers: { "accept-encoding": accepted },
  });
  const headers = new Headers();
  return { headers, body: packerFor(request)(Buffer.from(page), headers) };
}

const page = "<p>公交站点</p>".repeat(500);

it("packs a page as the client takes it, brotli before gzip, and says how long it is then", () => {
  for (const [accepted, encoding, unpack] of [
    ["gzip, deflate, br", "br", brotliDecompressSync],
    ["gzip, deflate", "gzip", gunzipSync],
    ["br;q=0, gzip", "gzip", gunzipSync],
  ] as const) {
    const { headers, body } = packedFor(accepted, page);
    expect([headers.get("content-encoding"), headers.get("content-length")]).toEqual([encoding, String(body.length)]);
    expect(unpack(body).toString()).toBe(page);
  }
});

it("leaves a page as it is for a client that takes no packing, and a very large one to the stream", () => {
  for (const [accepted, large] of [
    [undefined, page],
    ["identity", page],
    ["deflate", page],
    ["br", page.repeat(60)],
  ] as const) {
    const { headers, body } = packedFor(accepted, large);
    expect(headers.get("content-encoding")).toBeNull();
    expect(body.toString()).toBe(large);
  }
});
