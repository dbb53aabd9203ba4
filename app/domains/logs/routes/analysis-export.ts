import { problem } from "~/kit/ground/problem";
import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import type { Table } from "~/kit/page/tables/define-table";
import type { z } from "zod";
import { chartNames, chartTables } from "../chart-tables";
import { type ChartRow, loadChart } from "../charts.server";
import { may } from "../policy";
import { RangeForm } from "../range";
import { rangeOf } from "../range.server";

export const loader = page(may.read, (call) => {
  const query = call.url.searchParams;
  const name = chartNames.find((one) => one === query.get("chart"));
  if (!name) throw problem.missing("图表");
  const asked = RangeForm.safeParse({ from: query.get("from") || undefined, to: query.get("to") || undefined });
  if (!asked.success) throw problem.field("from", asked.error.issues[0]!.message);
  const range = rangeOf(asked.data);
  const { title, table } = chartTables[name];
  return exportPage(
    call,
    table as unknown as Table<ChartRow, z.ZodObject>,
    async function* (viewer) {
      yield await loadChart(name, viewer, range);
    },
    `${title} ${range.from} 至 ${range.to}`,
  );
});
