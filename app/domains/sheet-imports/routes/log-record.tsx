import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { Facts, Heading, screen, Section } from "~/kit/page/screens";
import { Pager } from "~/kit/page/tables/pager";
import { readState } from "~/kit/page/tables/state";
import { factsOf, requireImport } from "../load-import.server";
import { may } from "../policy";
import { previewTable } from "../preview";
import { loadFaults } from "../row-faults.server";
import { FaultTable } from "../fault-table";
import { Summary } from "../summary";
import { importUrl, logUrl } from "../urls";

export const handle = screen({ title: "导入日志" });

export const loader = page(may.read, async ({ viewer, params, url }) => {
  const { row, sheet } = await requireImport(viewer, params.importId!);
  const view = readState(previewTable, url);
  return { row: factsOf(row, sheet), view: { ...view, asked: {} }, faults: await loadFaults(row, sheet, view) };
});

export default function LogRecord() {
  const { row, view, faults } = useLoaderData<typeof loader>();
  const { created, changed, same, wrong } = row.counts;
  return (
    <>
      <Heading title={row.fileName}>
        <a className="button" href={logUrl}>
          返回
        </a>
        {row.kind === "import" && (
          <a className="button" href={importUrl(row)}>
            打开这次导入
          </a>
        )}
      </Heading>
      <Section title={row.kind === "import" ? "导入" : "导出"}>
        <Summary row={row} />
        <Facts
          facts={[
            { label: "编号", value: row.importId },
            { label: "状态", value: row.stateName },
            { label: "行数", value: row.rows },
            ...(row.kind === "import"
              ? [
                  { label: "正确", value: row.rows - wrong },
                  { label: "错误", value: wrong },
                  { label: "新增", value: created },
                  { label: "修改", value: changed },
                  { label: "相同", value: same },
                  { label: "导入时被拒绝", value: row.refused },
                  { label: "没有撤销", value: row.kept },
                ]
              : []),
            { label: "说明", value: row.error },
          ]}
        />
      </Section>
      {row.kind === "import" && (
        <Section title="各行的错误">
          {faults.total > 0 ? (
            <>
              <FaultTable rows={faults.rows} />
              <Pager table={previewTable} state={view} total={faults.total} />
            </>
          ) : (
            <p className="quiet">没有错误。</p>
          )}
        </Section>
      )}
    </>
  );
}
