import { useLoaderData } from "@remix-run/react";
import { orPending } from "~/kit/data/figures/shared-figures.server";
import { page } from "~/kit/page/http/page.server";
import { Heading, screen } from "~/kit/page/screens";
import { PlainTable } from "~/kit/page/tables/plain-table";
import { may } from "../../policy";
import { announcedUrl } from "../../urls";
import { versionsByLine } from "../announced.server";
import { announcedLineTable, byLine } from "../table";

export const handle = screen({ title: "各线路的车辆报什么" });

export const loader = page(may.read, async ({ viewer }) => {
  const versions = await orPending(versionsByLine(viewer));
  return { rows: byLine(versions ?? []), isMade: versions !== undefined };
});

const table = announcedLineTable((query) => `${announcedUrl}?${new URLSearchParams(query).toString()}`);

export default function AnnouncedByLine() {
  const { rows, isMade } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading>
        <a className="button" href={announcedUrl}>
          按车辆
        </a>
      </Heading>
      <PlainTable
        table={table}
        rows={rows}
        caption="各线路的车辆报什么"
        empty={isMade ? "没有今天有主线路的车辆。" : "正在统计，请稍后刷新。"}
      />
    </>
  );
}
