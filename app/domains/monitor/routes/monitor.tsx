import { useLoaderData } from "@remix-run/react";
import { busRoom } from "~/domains/buses/room";
import { eventsUrl, may as mayEvents } from "~/domains/vehicle-events/policy";
import { countOpenEvents, countUrgent } from "~/domains/vehicle-events/queries.server";
import { offerLines } from "~/domains/lines/queries.server";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { page } from "~/kit/page/http/page.server";
import { isDemoDriven } from "~/domains/reports/queries.server";
import { orPending } from "~/kit/data/figures/shared-figures.server";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { type Offer, loadFilterPicks } from "~/kit/room/offers.server";
import { Heading, screen } from "~/kit/page/screens";
import { ColumnChoice, SavedFilters } from "~/kit/page/screens/list-tools";
import { rowsId, SkipToRows } from "~/kit/page/screens/skip-to-rows";
import { FilterBar } from "~/kit/page/tables/filter-bar";
import { hrefFor, queryOf } from "~/kit/page/tables/hrefs";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { Pager } from "~/kit/page/tables/pager";
import { readState } from "~/kit/page/tables/state";
import type { ListState } from "~/kit/page/tables/select-page.server";
import { TableView } from "~/kit/page/tables/table-view";
import { BusMap } from "../bus-map";
import { GroupCounts } from "../group-counts";
import { pictureOf } from "../map.server";
import list from "~/kit/page/screens/list-screen.module.css";
import styles from "../monitor.module.css";
import { may } from "../policy";
import { countWatched, listWatched } from "../queries.server";
import type { MonitorFilters } from "../schema";
import { monitorTable } from "../table";

const seconds = 15;

export const handle = screen({ title: "车辆监控", refresh: () => seconds });

const offerLinesOrNone: Offer = async (...asked) => {
  const offered = await offerLines(...asked);
  return { ...offered, choices: [{ value: "none", label: "未安排线路" }, ...offered.choices] };
};

/** `x-part: list` is how the page asks for its lists anew while the live map goes on. */
export const loader = page(may.read, async (call) => {
  const { viewer, url, request } = call;
  const state = readState(monitorTable, url);
  const { by = "org", ...filters } = state.filters;
  const [list, groups, orgId, picks, picture, fenceEvents, urgent, isDemo] = await Promise.all([
    listPage(call, {}, monitorTable, listLinked, state),
    orPending(countWatched(viewer, filters, by)),
    organisationChoices(viewer),
    loadFilterPicks(viewer, { lineUuid: offerLinesOrNone }, url),
    request.headers.get("x-part") === "list" ? null : pictureOf(viewer, filters),
    allows(viewer, mayEvents.read) ? countOpenEvents(viewer) : 0,
    allows(viewer, mayEvents.read) ? countUrgent(viewer) : 0,
    isDemoDriven(),
  ]);
  return {
    ...list,
    fenceEvents,
    urgent,
    isDemo,
    by,
    groups: groups ?? [],
    isCounting: groups === undefined,
    choices: { orgId },
    picks,
    picture,
    still: url.searchParams.has("still"),
  };
});

export default function Monitor() {
  const {
    state,
    rows,
    total,
    view,
    by,
    groups,
    choices,
    picks,
    picture,
    fenceEvents,
    urgent,
    still,
    isCounting,
    isDemo,
  } = useLoaderData<typeof loader>();
  const tools = { table: monitorTable, state, view };
  const sum = (count: (one: (typeof groups)[number]) => number) => groups.reduce((all, one) => all + count(one), 0);
  const [online, all] = [sum((one) => one.online), sum((one) => one.total)];
  const here = hrefFor(monitorTable, state);
  return (
    <div className={styles.page}>
      <SkipToRows />
      <Heading
        note={
          <span data-live="counts">
            {isCounting ? "车辆数正在统计" : `在线 ${online}，离线 ${all - online}，共 ${all} 辆`}
            {isDemo && "，演示：位置由程序模拟"}
            {fenceEvents > 0 && (
              <>
                ，<a href={`${eventsUrl}?open=1`}>进行中的事件 {fenceEvents} 起</a>
              </>
            )}
            {urgent > 0 && (
              <>
                ，
                <a className={styles.urgent} href={`${eventsUrl}?urgent=1&handled=0`}>
                  紧急报警 {urgent} 起未处理
                </a>
              </>
            )}
          </span>
        }
      >
        <span className={styles.refresh}>
          {still ? (
            <a href={here}>恢复自动更新</a>
          ) : (
            <>
              每 {seconds} 秒自动更新 <a href={`${here}${here === "?" ? "" : "&"}still=1`}>停止更新</a>
            </>
          )}
        </span>
        <SavedFilters {...tools} />
        <ColumnChoice {...tools} />
      </Heading>
      <FilterBar table={monitorTable} state={state} choices={choices} picks={picks} />
      <div className={styles.split}>
        <div className={styles.list}>
          <div className={styles.groups} data-live="groups">
            <GroupCounts by={by} groups={groups} state={state} />
          </div>
          <div className={`${list.scroller} ${styles.rows}`} data-live="rows" data-keep-scroll="table">
            <TableView
              table={monitorTable}
              state={state}
              rows={rows.value}
              chosen={view.columns}
              rowsId={rowsId}
              caption="车辆"
              empty={
                Object.keys(state.asked).length > 0 ? (
                  <>
                    没有符合条件的车辆。<a href="?">清除全部条件</a>
                  </>
                ) : (
                  "还没有车辆：请先在“车辆管理”中新增。"
                )
              }
            />
          </div>
          <Pager table={monitorTable} state={state} total={total} />
        </div>
        <div className={styles.map}>
          {picture && <BusMap {...picture} query={queryOf(monitorTable, state)} seconds={still ? 0 : seconds} />}
        </div>
      </div>
    </div>
  );
}

async function listLinked(viewer: Viewer, state: ListState<MonitorFilters>) {
  const found = await listWatched(viewer, state);
  if (!allows(viewer, busRoom.may.read)) return found;
  return { ...found, rows: found.rows.map((row) => ({ ...row, href: `/bus/bus-management/${row.busUuid}` })) };
}
