import { useLoaderData } from "@remix-run/react";
import { mapAround } from "~/domains/roads/queries.server";
import { page } from "~/kit/page/http/page.server";
import { boxOf, parseLngLat } from "~/transit/geo/lng-lat";
import { SvgMap } from "~/kit/page/map/svg-map";
import { roomRecord } from "~/kit/room/served-pages.server";
import { factsOf } from "~/kit/room/words";
import { screen, Section } from "~/kit/page/screens";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { isSeeded } from "../queries.server";
import { parameterRoom } from "../room";
import { parameters } from "../room.server";
import { rangeOf, shownParameter } from "../values";

export const handle = screen({ title: recordTitle(parameterRoom) });

export const loader = page(parameterRoom.may.read, (call) =>
  roomRecord(call, parameters, async (viewer, parameter) => {
    const place = parameter.paramType === "coordinate" ? parseLngLat(parameter.paramValue) : null;
    return { seeded: isSeeded(parameter), place, roads: place ? (await mapAround(viewer, boxOf([place]))).roads : [] };
  }),
);

export default function Parameter() {
  const { record, seeded, place, roads } = useLoaderData<typeof loader>();
  const { words } = parameterRoom;
  const facts = [
    ...factsOf(words, record, ["paramName", "title", "scope", "paramType"]),
    { label: "参数值", value: shownParameter(record, record.paramValue), wide: record.paramType === "text" },
    ...(record.paramType === "number" ? [{ label: "取值范围", value: rangeOf(record) }] : []),
    ...factsOf(words, record, ["productCode", "mavenProject"]),
    { label: "来源", value: seeded ? "程序读取，不能改名或删除" : "自建" },
    ...factsOf(words, record, ["remark"], { wide: true }),
  ];
  return (
    <RecordScreen room={parameterRoom} sections={[{ title: "基本信息", facts }]}>
      {place && (
        <Section title="位置">
          <SvgMap title={`${record.title} 的位置`} roads={roads} marker={place} width={760} height={380} />
        </Section>
      )}
    </RecordScreen>
  );
}
