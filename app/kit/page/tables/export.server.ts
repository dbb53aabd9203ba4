import type { z } from "zod";
import type { ViewerCall } from "~/kit/page/http/page.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { gbk } from "~/kit/ground/files/gbk";
import { longDownload } from "~/kit/page/http/long-download.server";
import { settings } from "~/kit/ground/settings.server";
import { today } from "~/kit/ground/time/today.server";
import { shownColumns, textOf } from "./columns";
import { csvLine } from "./csv";
import type { Column, Table } from "./define-table";
import { readListView } from "./list-views.server";
import { readState, type TableState } from "./state";

type Stream<Row, F> = (viewer: Viewer, state: TableState<F>) => AsyncIterable<readonly Row[]>;

/** Everything that a list's filters find, in its order and the columns that the person chose, as a CSV file named after `name`; `?charset=gbk` for old programs. */
export async function exportPage<Row, F extends z.ZodObject>(
  call: ViewerCall,
  table: Table<Row, F>,
  stream: Stream<Row, z.output<F>>,
  name: string,
): Promise<Response> {
  const { viewer, url } = call;
  const charset = url.searchParams.get("charset") === "gbk" ? "gbk" : "utf-8";
  return longDownload(
    call,
    { name: `${name} ${today()}.csv`, contentType: `text/csv; charset=${charset}` },
    async function* () {
      const { columns: chosen } = await readListView(viewer, url.pathname.replace(/\/export$/, ""));
      yield* encoded(csvOf(shownColumns(table.columns, chosen), stream(viewer, readState(table, url))), charset);
    },
  );
}

async function* csvOf<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  const zone = settings().OPERATOR_TIME_ZONE;
  const exported = columns.filter(({ id }) => id !== "actions");
  yield csvLine(exported.map(({ header }) => header));
  for await (const rows of batches)
    yield rows.map((row) => csvLine(exported.map((column) => textOf(column, row, zone)))).join("");
}

async function* encoded(texts: AsyncIterable<string>, charset: "gbk" | "utf-8") {
  if (charset === "utf-8") yield Buffer.from("\ufeff");
  for await (const text of texts) yield charset === "gbk" ? gbk(text) : Buffer.from(text);
}
