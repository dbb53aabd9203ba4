import { lineStates } from "~/domains/lines/choices";
import { may as lines } from "~/domains/lines/policy";
import { linesByOrganisation, linesToCheck, linesToReview } from "~/domains/lines/queries.server";
import { linesUrl } from "~/domains/lines/urls";
import { may as pathChecks } from "~/domains/path-checks/policy";
import { countOpenChecks } from "~/domains/path-checks/queries.server";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { orPending } from "~/kit/data/figures/shared-figures.server";
import type { Share } from "~/kit/page/tables/share-bar";
import { comingOf } from "../coming.server";
import { type Board, figureTile } from "./board";

const inService = 10;
const looks: Record<number, Share["look"]> = { 0: "accent", [inService]: "good", 20: "warn", 100: "faint" };

/** Lines: how many run, how long they are, what waits for somebody, what comes within a week. */
export async function networkBoard(viewer: Viewer): Promise<Board> {
  const mayCheck = allows(viewer, pathChecks.write);
  const mayPublish = allows(viewer, lines.publish);
  const [byOrg, waiting, moved, checks, coming] = await Promise.all([
    orPending(linesByOrganisation(viewer)),
    mayPublish ? orPending(linesToCheck(viewer)) : undefined,
    orPending(linesToReview(viewer)),
    mayCheck ? orPending(countOpenChecks(viewer)) : undefined,
    orPending(comingOf(viewer)),
  ]);
  const countIn = (states: Record<string, number>, state: number) => states[state] ?? 0;
  const all = (count: (one: NonNullable<typeof byOrg>[number]) => number) =>
    byOrg?.reduce((sum, one) => sum + count(one), 0);
  const kilometres = all((one) => one.kilometres);
  return {
    tiles: [
      figureTile(
        all(({ states }) => countIn(states, inService)),
        "条线路在运营",
        `${linesUrl}?state=${inService}`,
        "good",
      ),
      figureTile(kilometres === undefined ? undefined : Math.round(kilometres), "公里运营里程（双向）", linesUrl),
      figureTile(
        all(({ states }) => countIn(states, 0)),
        "条未开通",
        `${linesUrl}?state=0`,
      ),
      ...(mayPublish ? [figureTile(waiting, "条草稿待您审核", `${linesUrl}?waiting=1`, "warn")] : []),
      figureTile(moved, "条因站点移动待复核", `${linesUrl}?toReview=1`, "warn"),
      ...(mayCheck
        ? [
            figureTile(checks?.doubtful, "条路径待复核", "/line/line-tools?state=doubtful", "warn"),
            figureTile(checks?.recheck, "条因道路变化需再次确认", "/line/line-tools?state=recheck", "bad"),
          ]
        : []),
    ],
    tables: [
      {
        title: "各机构线路",
        all: { label: "全部线路", href: linesUrl },
        head: "公里",
        empty: "还没有线路。",
        rows: (byOrg ?? []).map(({ orgId, orgName, states, kilometres: long }) => ({
          name: orgName,
          href: `${linesUrl}?orgId=${orgId}`,
          figure: long.toFixed(1),
          shares: lineStates.map(({ value, label }) => ({
            label,
            count: countIn(states, value),
            look: looks[value]!,
            href: `${linesUrl}?orgId=${orgId}&state=${value}`,
          })),
        })),
      },
      {
        title: "未来 7 天生效",
        all: { label: "全部线路", href: linesUrl },
        head: "",
        empty: "未来 7 天没有要生效的线路版本和变更包。",
        rows: (coming ?? []).map(({ day, title, what, href }) => ({
          name: `${day} ${title}`,
          href,
          figure: what,
          shares: [],
        })),
      },
    ],
    pending: [!byOrg, moved === undefined, mayCheck && !checks].filter(Boolean).length,
  };
}
