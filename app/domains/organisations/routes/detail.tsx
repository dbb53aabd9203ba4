import { useLoaderData } from "@remix-run/react";
import { mapAround } from "~/domains/roads/queries.server";
import { page } from "~/kit/page/http/page.server";
import { SvgMap } from "~/kit/page/map/svg-map";
import { roomRecord } from "~/kit/room/served-pages.server";
import { recordUrl } from "~/kit/room/room";
import { factsOf } from "~/kit/room/words";
import { screen, Section } from "~/kit/page/screens";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { Belongings } from "../belongings";
import { belongingsOf, listOrganisations } from "../queries.server";
import { organisationRoom, placeBox } from "../room";
import { organisations } from "../room.server";

const { words } = organisationRoom;

export const loader = page(organisationRoom.may.read, (call) =>
  roomRecord(call, organisations, async (viewer, { orgId, orgPid, ...place }) => {
    const [all, belongings] = await Promise.all([listOrganisations(viewer), belongingsOf(viewer, orgId)]);
    return {
      above: all.find((one) => one.orgId === orgPid),
      below: all.filter((one) => one.orgPid === orgId),
      belongings,
      roads: place.lng === null ? [] : (await mapAround(viewer, placeBox(place))).roads,
    };
  }),
);

export const handle = screen({ title: recordTitle(organisationRoom) });

export default function Organisation() {
  const { record, names, above, below, belongings, roads, may: mayDo } = useLoaderData<typeof loader>();
  const { lng, lat } = record;
  const url = recordUrl(organisationRoom, record);
  const facts = [
    ...factsOf(words, record, ["orgCode", "orgName"]),
    {
      label: words.labels.orgPid!,
      value: above ? (
        <a href={recordUrl(organisationRoom, above)}>{above.orgName}</a>
      ) : (
        (names[record.orgPid ?? ""] ?? "（最上级）")
      ),
    },
    ...factsOf(words, record, ["orgType", "state", "sort", "leader", "phone"]),
    ...factsOf(words, record, ["address"], { wide: true }),
  ];
  return (
    <RecordScreen
      room={organisationRoom}
      actions={
        mayDo.write && (
          <a className="button" href={`${organisationRoom.url}/new?below=${record.orgId}`}>
            新增下级
          </a>
        )
      }
      sections={[{ title: "基本信息", facts }]}
    >
      <Section title={`下级机构（${below.length}）`}>
        {below.length === 0 ? (
          <p className="quiet">没有下级机构。</p>
        ) : (
          <ul>
            {below.map((one) => (
              <li key={one.orgId}>
                <a href={recordUrl(organisationRoom, one)}>{one.orgName}</a>{" "}
                <span className="quiet">{one.orgCode}</span>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title="所属记录">
        <Belongings counts={belongings} />
      </Section>
      {lng !== null && lat !== null && (
        <Section title="位置">
          <p>
            {lng.toFixed(6)}, {lat.toFixed(6)} {mayDo.write && <a href={`${url}/edit`}>修改位置</a>}
          </p>
          <SvgMap title={`${record.orgName} 的位置`} roads={roads} marker={[lng, lat]} width={760} height={380} />
        </Section>
      )}
    </RecordScreen>
  );
}
