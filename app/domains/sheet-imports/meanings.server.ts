import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import type { SheetImport } from "~/kit/room/sheets/import-row";
import type { Sheet } from "~/kit/room/sheets/sheet";
import type { AskedMeaning } from "./preview";
import { offeredFor } from "./preview-rows.server";

/** Of words that name nothing so many are asked at once, those of most rows first; the others once these are settled. */
const mostAsked = 100;

/** What cells say that names no record or choice, each word once with the rows that say it, and what was given for words before. */
export async function loadMeanings(
  viewer: Viewer,
  sheet: Sheet,
  { importId, preview, choices }: SheetImport,
): Promise<AskedMeaning[]> {
  const places = preview?.match?.columns ?? {};
  const columns = (await sheet.columnsFor(viewer)).filter(
    ({ name, reference, choices: offered }) => name in places && (reference || offered),
  );
  if (columns.length === 0) return [];
  const at = JSON.stringify(Object.fromEntries(columns.map(({ name }) => [name, places[name]])));
  const found = await sql<{ name: string; said: string; rows: number; first: number }>`
    select one.name, one.said, count(*)::int as rows, min(one.row_number) as first
    from (select row_number, error ->> 'name' as name, trim(cells ->> (${at}::jsonb ->> (error ->> 'name'))::int) as said
      from sheet_row, jsonb_array_elements(errors) as error
      where import_id = ${importId} and kind = 'wrong' and ${at}::jsonb ? (error ->> 'name')) as one
    where one.said <> '' group by 1, 2 order by 3 desc, 4 limit ${mostAsked}`.execute(db());
  const given = Object.entries(choices.meanings ?? {}).flatMap(([name, meant]) =>
    Object.entries(meant).map(([said, meaning]) => ({ name, said, meaning })),
  );
  const asked = found.rows.filter((one) => !given.some(({ name, said }) => name === one.name && said === one.said));
  const all = [...asked, ...given];
  return Promise.all(
    columns
      .filter(({ name }) => all.some((one) => one.name === name))
      .map(async (column) => ({
        name: column.name,
        header: column.header,
        required: column.required,
        offered: await offeredFor(viewer, column),
        words: all.flatMap(({ name, ...word }) => (name === column.name ? [word] : [])),
      })),
  );
}
