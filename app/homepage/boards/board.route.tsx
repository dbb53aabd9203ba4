import { useLoaderData } from "@remix-run/react";
import { notingAge } from "~/kit/data/figures/shared-figures.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { settings } from "~/kit/ground/settings.server";
import { pageAt } from "~/kit/page/http/page.server";
import { Heading, screen, Section } from "~/kit/page/screens";
import { CountTiles } from "~/kit/page/tables/count-tiles";
import { ShareBar } from "~/kit/page/tables/share-bar";
import type { BoardTable } from "./board";
import { BoardTabs } from "./board-tabs";
import { boardAt, tabsFor } from "./boards";
import styles from "./boards.module.css";
import { fleetBoard } from "./fleet.server";
import { networkBoard } from "./network.server";
import { voiceBoard } from "./voice.server";

export const handle = screen({
  title: ({ title }: { title: string }) => title,
  titleAt: (path) => boardAt(path)?.title,
});

const made = {
  "/homepage/fleet": fleetBoard,
  "/homepage/network": networkBoard,
  "/homepage/voice": voiceBoard,
} as const;

export const loader = pageAt(
  (pathname) => boardAt(pathname)!.permission,
  async ({ viewer, url }) => {
    const { value: board, madeAt } = await notingAge(() => made[url.pathname as keyof typeof made](viewer));
    return {
      title: boardAt(url.pathname)!.title,
      path: url.pathname,
      tabs: tabsFor(viewer),
      board,
      asOf: madeAt ? formatTime(madeAt, settings().OPERATOR_TIME_ZONE) : undefined,
    };
  },
);

export default function BoardPage() {
  const { title, path, tabs, board, asOf } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading title={title} note={asOf && `${asOf} 的数字`} />
      <BoardTabs tabs={tabs} at={path} />
      {board.pending > 0 && <p className="quiet">还有 {board.pending} 组数字数据量大，正在统计，请稍后刷新。</p>}
      <CountTiles label={title} tiles={board.tiles} />
      <div className={styles.tables}>
        {board.tables.map((table) => (
          <Figures key={table.title} table={table} />
        ))}
      </div>
    </>
  );
}

function Figures({ table: { title, all, head, rows, empty } }: { table: BoardTable }) {
  return (
    <Section title={title} actions={<a href={all.href}>{all.label}</a>}>
      {rows.length === 0 ? (
        <p className="quiet">{empty}</p>
      ) : (
        <table className={styles.table} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">名称</th>
              <th scope="col">{head}</th>
              <th scope="col">其中</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, href, figure, shares }) => (
              <tr key={name}>
                <th scope="row">{href ? <a href={href}>{name}</a> : name}</th>
                <td>{figure}</td>
                <td>{shares.length > 0 && <ShareBar shares={shares} empty="—" />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
