import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { Heading, screen, Section } from "~/kit/page/screens";
import type { VersionRow } from "../room";
import { loadExample } from "../example.server";
import { ExampleForm, ExampleTable } from "../example-table";
import { versionRoom } from "../room";
import { requireVersion } from "../verbs.server";

export const handle = screen({ title: ({ version }: { version: VersionRow }) => `试听示例 ${version.versionName}` });

export const loader = page(versionRoom.may.read, async ({ viewer, params, url }) => {
  const version = await requireVersion(viewer, params.versionUuid ?? "");
  const of = (name: string) => (url.searchParams.get(name) ?? "").trim().slice(0, 64);
  const asked = {
    keyword: of("keyword"),
    classifySid: of("classifySid"),
    direction: of("direction"),
    serial: of("serial"),
  };
  return { version, asked, ...(await loadExample(viewer, version.versionUuid, asked)) };
});

export default function Example() {
  const loaded = useLoaderData<typeof loader>();
  const { version, rows, readings, variants, stations } = loaded;
  return (
    <>
      <Heading note={version.versionNum} />
      <Section title="线路和方向">
        <ExampleForm {...loaded} />
      </Section>
      <Section title="各事件播报的内容">
        {variants.choices.length === 0 && <p className="quiet">没有找到这样的线路，请换一个关键字。</p>}
        {variants.choices.length > 0 && stations.length === 0 && (
          <p className="quiet">这条线路没有生效的版本，或没有站点，请选择另一条线路。</p>
        )}
        {rows.length > 0 && <ExampleTable rows={rows} readings={readings} />}
      </Section>
    </>
  );
}
