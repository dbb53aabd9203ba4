import { z } from "zod";
import { fileColumns, type ListedFile } from "~/kit/page/import-flow/import-states";
import { Section } from "~/kit/page/screens";
import { defineTable } from "~/kit/page/tables/define-table";
import { PlainTable } from "~/kit/page/tables/plain-table";
import { type ImportKind, importKinds } from "./schema";
import { importUrl } from "./urls";

export interface ListedImport extends ListedFile {
  kind: ImportKind;
  lineName: string;
}

interface RecordsProps {
  at: string;
  imports: ListedImport[];
  waiting: number;
  empty: string;
}

/** The newest imports, with the way to giving up all of one's own that nobody has confirmed where these are several. */
export function ImportRecords({ at, imports, waiting, empty }: RecordsProps) {
  const cancel = waiting > 1 && <a href={`${at}/cancel-waiting`}>取消全部未确认的导入（{waiting}）</a>;
  return (
    <Section title="导入记录" actions={cancel}>
      <PlainTable table={importTable} rows={imports} caption="导入记录" empty={empty} />
    </Section>
  );
}

const importTable = defineTable<ListedImport>()({
  columns: [
    { id: "fileName", header: "文件", cell: (row) => <a href={importUrl(row)}>{row.fileName}</a> },
    { id: "kind", header: "内容", width: 90, cell: (row) => importKinds[row.kind] },
    { id: "lineName", header: "线路", width: 180 },
    ...fileColumns,
  ],
  filters: z.object({}),
  filterFields: [],
  sortBy: "created",
  rowKey: (row) => row.importId,
});
