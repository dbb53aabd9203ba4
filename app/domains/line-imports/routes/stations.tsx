import { useLoaderData } from "@remix-run/react";
import { page } from "~/kernel/access/page.server";
import { Heading, screen, Section } from "~/kernel/screens";
import { PlainTable } from "~/kernel/tables/plain-table";
import { may } from "../policy";
import { recentImports } from "../recent-imports.server";
import { importTable } from "../tables";

export const handle = screen({ title: "站点导入" });

export const loader = page(may.read, async ({ viewer }) => ({ imports: await recentImports(viewer, ["stations"]) }));

export default function StationImports() {
  const { imports } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading />
      <Section title="导入记录">
        <PlainTable table={importTable} rows={imports} caption="导入记录" empty="还没有导入过站点。" />
      </Section>
    </>
  );
}
