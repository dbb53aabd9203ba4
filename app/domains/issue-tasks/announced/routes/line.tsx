import { useLoaderData } from "@remix-run/react";
import { requireLine } from "~/domains/lines/queries.server";
import { orPending } from "~/kit/data/figures/shared-figures.server";
import { page } from "~/kit/page/http/page.server";
import { Heading, screen, Section } from "~/kit/page/screens";
import { PlainTable } from "~/kit/page/tables/plain-table";
import { CountTiles } from "~/kit/page/tables/count-tiles";
import { listRows } from "~/kit/room/source.server";
import { may } from "../../policy";
import { announcedUrl } from "../../urls";
import { announcedSource, countAnnounced } from "../announced.server";
import { keepAnnounced } from "../keep-announced.server";
import { announcedTable } from "../table";
import { announcedTiles } from "../tiles";

const most = 200;

export const handle = screen({ title: ({ lineName }: { lineName: string }) => `${lineName} 的车辆报什么` });

export const loader = page(may.read, async ({ viewer, params }) => {
  const { lineUuid, lineName } = await requireLine(viewer, params.lineUuid!);
  const filters = { lineUuid };
  const madeAt = await orPending(keepAnnounced());
  const [counts, { rows, total }] = await Promise.all([
    madeAt === undefined ? undefined : orPending(countAnnounced(viewer, filters)),
    listRows(announcedSource(), viewer, { filters, page: 1, size: most, sort: announcedSort }),
  ]);
  return { lineUuid, lineName, counts, rows, total };
});

const announcedSort = [
  { id: "standing", desc: false },
  { id: "busSelfCode", desc: false },
];

export default function AnnouncedOnLine() {
  const { lineUuid, counts, rows, total } = useLoaderData<typeof loader>();
  const to = (query: object) => `${announcedUrl}?${new URLSearchParams({ lineUuid, ...query }).toString()}`;
  return (
    <>
      <Heading>
        <a className="button" href={to({})}>
          在“车辆报什么”中查看
        </a>
      </Heading>
      <CountTiles label="按报站内容" tiles={announcedTiles(counts, (standing) => to({ standing }))} />
      <Section title={total > most ? `车辆（前 ${most} 辆，共 ${total} 辆）` : `车辆（${total}）`}>
        <PlainTable table={announcedTable} rows={rows} caption="车辆报什么" empty="今天没有以它为主线路的车辆。" />
      </Section>
    </>
  );
}
