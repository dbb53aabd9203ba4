import http from "node:http";
import { brotliCompressSync, constants } from "node:zlib";
import pg from "pg";

/** The least that a page of the station list can cost: who is signed in, the keys of a page with their number, the rows by their keys, a template string, brotli as ours. Started with DATABASE_URL and PORT. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const size = 50;

const escape = (text: unknown) => String(text ?? "").replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

async function listPage(url: URL): Promise<string> {
  const page = Number(url.searchParams.get("page") ?? 1);
  const keyword = url.searchParams.get("keyword") ?? "";
  const grams = [...keyword].slice(1).map((sign, at) => keyword[at]! + sign);
  const found = keyword ? "and search_grams @> $3" : "";
  const values = keyword ? [size, (page - 1) * size, grams] : [size, (page - 1) * size];
  await pool.query("select user_id, user_name from app_user where user_account = 'admin'");
  const { rows: keys } = await pool.query<{ keys: string[]; total: number }>(
    `select array(select sta_uuid::text from station where deleted_at is null ${found} order by code_order, sta_uuid limit $1 offset $2) as keys,
      (select count(*)::int from (select 1 from station where deleted_at is null ${found} limit 10001) as counted) as total`,
    values,
  );
  const { rows } = await pool.query<Record<string, unknown>>({
    name: "rows",
    text: `select sta_uuid, sta_self_code, sta_name, state, sta_kind, road, lng, lat, updated_at,
      (select count(*) from line_station l where l.sta_uuid = station.sta_uuid) as lines from station where sta_uuid = any($1) order by code_order`,
    values: [keys[0]!.keys],
  });
  const cells = (row: Record<string, unknown>) =>
    Object.values(row)
      .map((cell) => `<td>${escape(cell)}</td>`)
      .join("");
  return `<!DOCTYPE html><html><body><p>${keys[0]!.total}</p><table>${rows.map((row) => `<tr>${cells(row)}</tr>`).join("")}</table></body></html>`;
}

http
  .createServer((request, response) => {
    listPage(new URL(request.url!, "http://localhost")).then(
      (html) => {
        const body = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } });
        response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-encoding": "br" }).end(body);
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  })
  .listen(Number(process.env.PORT), "127.0.0.1");
