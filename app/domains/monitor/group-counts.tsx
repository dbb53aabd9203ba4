import { busStates } from "~/domains/buses/room";
import { NamedLink } from "~/kit/page/screens/named-link";
import { labelOf } from "~/kit/page/forms/rules";
import { hrefFor } from "~/kit/page/tables/hrefs";
import type { TableState } from "~/kit/page/tables/state";
import { type GroupCount, type Grouping, groupings } from "./schema";
import { monitorTable } from "./table";

interface GroupCountsProps {
  by: Grouping;
  groups: GroupCount[];
  state: TableState;
}

const filterOf = { org: "orgId", line: "lineUuid", state: "busState" } as const;

export function GroupCounts({ by, groups, state }: GroupCountsProps) {
  const filter = filterOf[by];
  const hrefWith = (asked: Record<string, string>) =>
    hrefFor(monitorTable, state, { page: 1, asked: { ...state.asked, ...asked } });
  return (
    <table>
      <caption className="unseen">在线车辆数</caption>
      <thead>
        <tr>
          <th scope="col">
            {groupings.map(({ value, label }) => (
              <a key={value} href={hrefWith({ by: value })} aria-current={value === by || undefined}>
                按{label}
              </a>
            ))}
          </th>
          <th scope="col">在线</th>
          <th scope="col">离线</th>
          <th scope="col">共</th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ key, name, online, total }) => (
          <tr key={key} aria-current={state.asked[filter] === (key ?? "none") || undefined}>
            <td>
              <NamedLink
                name={by === "state" ? labelOf(busStates, Number(key)) : (name ?? "未安排线路")}
                href={hrefWith({ [filter]: key ?? "none" })}
              />
            </td>
            <td>{online}</td>
            <td>{total - online}</td>
            <td>{total}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
