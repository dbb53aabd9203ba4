import type { z } from "zod";
import type { PageCall } from "~/kernel/access/page.server";
import type { Viewer } from "~/kernel/access/viewer";
import { attachment } from "~/kernel/files/attachment.server";
import { gbk } from "~/kernel/files/gbk.server";
import { flowOut } from "~/kernel/http/flow-out.server";
import { plainPage } from "~/kernel/http/plain-page";
import { today } from "~/kernel/time/today.server";
import { csvLine, textOf } from "./csv";
import type { Column, Table } from "./define-table";
import { readState, type TableState } from "./state";

type Call = PageCall & { viewer: Viewer };
type Stream<Row, F> = (viewer: Viewer, state: TableState<F>) => AsyncIterable<readonly Row[]>;

/** Each holds a database connection for as long as the client takes to read. */
const atOnce = 2;
let running = 0;

/** Everything that a list's filters find, in its order and chosen columns, as a CSV file named after `name`; `?charset=gbk` for old programs. */
export async function exportPage<Row, F extends z.ZodObject>(call: Call, table: Table<Row, F>, stream: Stream<Row, z.output<F>>, name: string): Promise<Response> {
  const { viewer, request, url, facts } = call;
  const wantsGbk = url.searchParams.get("charset") === "gbk";
  const file = { name: `${name} ${today()}.csv`, contentType: `text/csv; charset=${wantsGbk ? "gbk" : "utf-8"}` };
  if (request.method === "HEAD") return attachment(new Uint8Array(), file);
  if (running >= atOnce) return busy();
  running += 1;
  const encode = wantsGbk ? gbk : (text: string) => Buffer.from(text);
  const lines = csvOf(table.columns, stream(viewer, readState(table, url)), wantsGbk ? "" : "\ufeff");
  const body = flowOut(encoded(lines, encode), { signal: request.signal, drained: facts.drained, ended: () => (running -= 1) });
  return attachment(body, file);
}

async function* encoded(texts: AsyncIterable<string>, encode: (text: string) => Uint8Array) {
  for await (const text of texts) yield encode(text);
}

/** The heading, then a piece of text for each batch of rows. */
async function* csvOf<Row>(columns: Column<Row>[], batches: AsyncIterable<readonly Row[]>, mark: string): AsyncGenerator<string> {
  const cells = columns.map(cellOf);
  yield mark + csvLine(columns.map(({ header }) => header));
  for await (const rows of batches) yield rows.map((row) => csvLine(cells.map((cell) => cell(row)))).join("");
}

function cellOf<Row>(column: Column<Row>): (row: Row) => string {
  const { id, cell } = column;
  return (row) => textOf(cell ? cell(row) : ((row as Record<string, unknown>)[id] as string));
}

function busy(): Response {
  const html = plainPage("同时导出的人较多，请半分钟后再试", { links: [{ label: "重试", href: "" }] });
  return new Response(html, { status: 429, headers: { "Content-Type": "text/html; charset=utf-8", "Retry-After": "30", "Cache-Control": "no-store" } });
}
