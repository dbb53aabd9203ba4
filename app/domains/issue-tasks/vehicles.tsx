import { Section } from "~/kit/page/screens";
import { FilterBar } from "~/kit/page/tables/filter-bar";
import { CountTiles } from "~/kit/page/tables/count-tiles";
import { narrowedTo, queryOf } from "~/kit/page/tables/hrefs";
import { Pager } from "~/kit/page/tables/pager";
import { countOf, type Total } from "~/kit/page/tables/pages";
import type { TableState } from "~/kit/page/tables/state";
import { TableView } from "~/kit/page/tables/table-view";
import { detailTable } from "./detail-table";
import styles from "./issue-tasks.module.css";
import type { Counts, DetailRow } from "./rows";
import { taskUrl } from "./urls";

interface Props {
  task: Counts & { taskUuid: string; state: number };
  state: TableState;
  rows: readonly DetailRow[];
  total: Total;
  mayStart: boolean;
}

const detailTiles = [
  { name: "failed", value: "3", label: "失败", look: "bad" },
  { name: "running", value: "1", label: "执行中", look: undefined },
  { name: "waiting", value: "0", label: "未执行", look: undefined },
  { name: "done", value: "2", label: "已完成", look: undefined },
  { name: "effective", value: "4", label: "已生效", look: "good" },
  { name: "cancelled", value: "-1", label: "已取消", look: undefined },
] as const;

/** The vehicles of a task, to be looked for, ticked, and tried again or cancelled. */
export function Vehicles({ task, state, rows, total, mayStart }: Props) {
  const url = taskUrl(task);
  const query = queryOf(detailTable, state);
  const count = countOf(total);
  return (
    <Section title="车辆">
      <CountTiles
        label="按状态"
        tiles={detailTiles.flatMap(({ name, value, label, look }) => {
          const isCurrent = state.asked.state === value;
          if (task[name] === 0 && !isCurrent) return [];
          return [{ label, look, count: task[name], isCurrent, href: narrowedTo(detailTable, state, "state", value) }];
        })}
      />
      <FilterBar table={detailTable} state={state} />
      <TableView
        table={detailTable}
        state={state}
        rows={rows}
        caption="车辆"
        tickForm={mayStart ? "vehicles" : undefined}
        empty={Object.keys(state.asked).length > 0 ? <a href="?">没有符合条件的车辆，清除条件</a> : "没有车辆。"}
      />
      {mayStart && count > 0 && (
        <form id="vehicles" method="get" className={styles.ticked}>
          <button className="button" formAction={`${url}/retry`}>
            重试所选
          </button>
          <button className="button danger" formAction={`${url}/cancel-details`}>
            取消所选
          </button>
          <a href={`${url}/retry?${new URLSearchParams(`all=1&${query}`)}`}>重试全部结果…</a>
          <a href={`${url}/cancel-details?${new URLSearchParams(`all=1&${query}`)}`}>取消全部结果…</a>
        </form>
      )}
      <Pager table={detailTable} state={state} total={total} />
    </Section>
  );
}
