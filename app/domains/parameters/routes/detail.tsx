import { useLoaderData } from "@remix-run/react";
import { mapAround } from "~/domains/roads/queries.server";
import { page } from "~/kit/page/http/page.server";
import { boxOf, parseLngLat } from "~/transit/geo/lng-lat";
import { SvgMap } from "~/kit/page/map/svg-map";
import { reading } from "~/kit/room/pages.server";
import { factsOf } from "~/kit/room/words";
import { screen, Section } from "~/kit/page/screens";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { findParameter, isSeeded } from "../queries.server";
import { parameterRoom, parameterWords } from "../room";
import { rangeOf, shownParameter } from "../values";

export const handle = screen({ title: recordTitle(parameterRoom) });

export const loader = page(may.read, (call) =>
  reading(call, parameterRoom, may, findParameter, async (viewer, parameter) => {
    const place = parameter.paramType === "coordinate" ? parseLngLat(parameter.paramValue) : null;
    return { seeded: isSeeded(parameter), place, roads: place ? (await mapAround(viewer, boxOf([place]))).roads : [] };
  }),
);

export default function Parameter() {
  const { record, seeded, place, roads } = useLoaderData<typeof loader>();
  const facts = [
    ...factsOf(parameterWords, record, ["paramName", "title", "scope", "paramType"]),
    { label: "参数值", value: shownParameter(record, record.paramValue), wide: record.paramType === "text" },
    ...(record.paramType === "number" ? [{ label: "取值范围", value: rangeOf(record) }] : []),
    ...factsOf(parameterWords, record, ["productCode", "mavenProject"]),
    { label: "来源", value: seeded ? "程序读取，不能改名或删除" : "自建" },
    ...factsOf(parameterWords, record, ["remark"], { wide: true }),
  ];
  return (
    <RecordScreen room={parameterRoom} note={record.paramName} sections={[{ title: "基本信息", facts }]}>
      {place && (
        <Section title="位置">
          <SvgMap title={`${record.title} 的位置`} roads={roads} marker={place} width={760} height={380} />
        </Section>
      )}
    </RecordScreen>
  );
}
