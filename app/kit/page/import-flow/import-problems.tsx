import { z } from "zod";
import { Section } from "~/kit/page/screens";
import { defineTable } from "~/kit/page/tables/define-table";
import { PlainTable } from "~/kit/page/tables/plain-table";

interface ProblemReply {
  where: string;
  text: string;
}

interface Props {
  title: string;
  problems: readonly ProblemReply[];
  count: number;
}

export function ImportProblems({ title, problems, count }: Props) {
  return (
    <Section title={`${title}（${count}）`}>
      {problems.length < count && <p className="quiet">只列出前 {problems.length} 条。</p>}
      <PlainTable
        table={problemTable}
        rows={problems.map((one, id) => ({ ...one, id }))}
        caption={title}
        empty="没有发现问题。"
      />
    </Section>
  );
}

/** What an import did not write as the file has it; nothing where there was nothing. */
export function UnwrittenProblems({
  problems = [],
  problemCount = 0,
}: {
  problems?: ProblemReply[];
  problemCount?: number;
}) {
  if (problemCount === 0) return null;
  return <ImportProblems title="没有写入或需要留意的内容" problems={problems} count={problemCount} />;
}

const problemTable = defineTable<ProblemReply & { id: number }>()({
  columns: [
    { id: "where", header: "位置", width: 210 },
    { id: "text", header: "问题" },
  ],
  filters: z.object({}),
  filterFields: [],
  sortBy: "id",
  rowKey: (row) => String(row.id),
});
