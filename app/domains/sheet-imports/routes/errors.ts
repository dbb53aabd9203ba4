import { page } from "~/kit/page/http/page.server";
import { longDownload } from "~/kit/page/http/long-download.server";
import { csvLine } from "~/kit/page/tables/csv";
import { streamFaults } from "~/kit/room/sheets/sheet-rows.server";
import { requireImport } from "../load-import.server";
import { may } from "../policy";
import { errorsOf } from "../row-faults.server";

/** Every error with its row, column, value and what to do. */
export const loader = page(may.read, async (call) => {
  const { row, sheet } = await requireImport(call.viewer, call.params.importId!);
  const file = { name: `${row.fileName.replace(/\.\w+$/, "")}（错误）.csv`, contentType: "text/csv; charset=utf-8" };
  return longDownload(call, file, async function* () {
    yield Buffer.from(`\ufeff${csvLine(["行", "列", "字段", "内容", "错误"])}`);
    for await (const rows of streamFaults(row.importId))
      yield Buffer.from(
        rows
          .flatMap((one) => errorsOf(row, sheet, one))
          .map(({ row: number, letter, header, text, message }) =>
            csvLine([String(number), letter, header, text, message]),
          )
          .join(""),
      );
  });
});
