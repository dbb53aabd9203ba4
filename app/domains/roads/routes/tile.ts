import { page } from "~/kit/page/http/page.server";
import { readTile } from "../queries.server";

/** A vector tile of the imported roads; `?v=` with the network's stamp makes it cacheable for good. */
export const loader = page("signed-in", async ({ viewer, request, url, params }) => {
  const place = [params.z, params.x, params.y].map((part) => (/^\d{1,8}$/.test(part ?? "") ? Number(part) : NaN)) as [
    number,
    number,
    number,
  ];
  const tile = await readTile(viewer, ...place);
  if (!tile)
    return new Response("没有这个瓦片", { status: 404, headers: { "Content-Type": "text/plain; charset=utf-8" } });
  const etag = `"${tile.stamp}"`;
  const headers = {
    ETag: etag,
    "Cache-Control":
      url.searchParams.get("v") === tile.stamp ? "private, max-age=31536000, immutable" : "private, max-age=60",
  };
  if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
  return new Response(tile.bytes as BodyInit, {
    headers: { ...headers, "Content-Type": "application/vnd.mapbox-vector-tile" },
  });
});
