import type { z } from "zod";
import type { ViewerCall } from "~/kit/page/http/page.server";
import type { RequestFacts } from "~/kit/data/access/request.server";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { ServerOnly } from "~/kit/page/http/server-only";
import type { Table } from "./define-table";
import { type ListView, readListView } from "./list-views.server";
import type { ListPage, ListState } from "./select-page.server";
import { readState, type TableState } from "./state";

export async function listPage<Row, F extends z.ZodObject>(
  { viewer, url, facts }: ViewerCall,
  may: { write?: string; remove?: string },
  table: Table<Row, F>,
  list: (viewer: Viewer, state: ListState<z.output<F>>) => Promise<ListPage<Row>>,
  state: TableState<z.output<F>> = readState(table, url),
) {
  const [{ rows, total, more }, view] = await Promise.all([list(viewer, state), viewOf(viewer, url.pathname, facts)]);
  return {
    state,
    rows: new ServerOnly(rows),
    total: more ? { atLeast: total } : total,
    view,
    may: {
      write: may.write !== undefined && allows(viewer, may.write),
      remove: may.remove !== undefined && allows(viewer, may.remove),
    },
  };
}

/** Read with the session where the page has the frame around it. */
async function viewOf(viewer: Viewer, list: string, facts: RequestFacts): Promise<ListView> {
  const session = await facts.session();
  const framed = session.state === "live" ? session.framed : undefined;
  return framed ? { list, columns: framed.columns, filters: framed.filters } : readListView(viewer, list);
}
