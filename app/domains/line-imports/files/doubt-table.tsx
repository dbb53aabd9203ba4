import { z } from "zod";
import { defineTable } from "~/kit/page/tables/define-table";
import { PlainTable } from "~/kit/page/tables/plain-table";
import { metresText } from "../stations/match";
import type { Doubt } from "./schema";

interface Props {
  doubts: readonly Doubt[];
  count: number;
  /** Keys that are ticked already, as in a form that was refused. */
  ticked: readonly string[];
  allTicked: boolean;
}

/** Numbers that mean a station of another name or elsewhere: a person ticks those that are still the same station. */
export function DoubtTable({ doubts, count, ticked, allTicked }: Props) {
  const rows = doubts.map((one) => ({ ...one, isTicked: ticked.includes(one.key) }));
  return (
    <>
      <p className="notice warn">
        {count}{" "}
        个站点存疑：编号与以前相同，站名或位置却不同。勾选的按文件修改；不勾选的保持已有内容，其中移动了的，所在的线路留为草稿。
      </p>
      <PlainTable table={doubtTable} rows={rows} caption="存疑的站点" empty="没有存疑的站点。" />
      {count > 1 && (
        <p>
          <label>
            <input type="checkbox" name="allTicks" defaultChecked={allTicked} /> 这 {count}{" "}
            个站点都是同一个站，全部按文件修改
          </label>
          {count > doubts.length && `（上面只列出 ${doubts.length} 个）`}
        </p>
      )}
    </>
  );
}

const doubtTable = defineTable<Doubt & { isTicked: boolean }>()({
  columns: [
    {
      id: "key",
      header: "是同一个站",
      width: 110,
      cell: ({ key, staName, isTicked }) => (
        <input
          type="checkbox"
          name="ticks"
          value={key}
          defaultChecked={isTicked}
          aria-label={`“${staName}”是同一个站`}
        />
      ),
    },
    { id: "staName", header: "文件中的站名", width: 220 },
    { id: "storedName", header: "已有的站点", width: 260, cell: (row) => `${row.storedName}（${row.staSelfCode}）` },
    {
      id: "how",
      header: "不同之处",
      cell: ({ how, storedName, metres }) =>
        how === "renamed" ? `改名，原名 ${storedName}` : `移动了 ${metresText(metres)}`,
    },
  ],
  filters: z.object({}),
  filterFields: [],
  sortBy: "staName",
  rowKey: (row) => row.key,
});
