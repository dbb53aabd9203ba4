import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { recordUrl } from "~/kit/room/room";
import { roomRecord } from "~/kit/room/served-pages.server";
import { factsOf } from "~/kit/room/words";
import { screen, Section } from "~/kit/page/screens";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { NamedLink } from "~/kit/page/screens/named-link";
import { outside } from "~/kit/data/access/outside";
import { expiryWords } from "../expiry";
import { linesOfPerson, presetsOfPerson } from "../queries.server";
import { type PersonRow, personRoom } from "../room";
import { persons } from "../room.server";
import { personSource } from "../source.server";

export const handle = screen({ title: recordTitle(personRoom) });

export const loader = page(personRoom.may.read, (call) =>
  roomRecord(call, { ...persons, source: personSource(call.viewer) }, async (viewer, { personUuid }) => {
    const [lines, presets] = await Promise.all([
      linesOfPerson(viewer, personUuid),
      presetsOfPerson(viewer, personUuid),
    ]);
    return { lines, presets, mayAssign: allows(viewer, personRoom.may.assign) };
  }),
);

export default function Person() {
  const { record: person, names, lines, presets, mayAssign } = useLoaderData<typeof loader>();
  const facts = (...fields: (keyof PersonRow)[]) => factsOf(personRoom.words, person, fields, { names });
  const assign = (verb: string) => mayAssign && <a href={`${recordUrl(personRoom, person)}/${verb}`}>编辑</a>;
  return (
    <RecordScreen
      room={personRoom}
      sections={[
        {
          title: "基本信息",
          facts: facts(
            "orgId",
            "postUuid",
            "personState",
            "isValid",
            "sex",
            "birthday",
            "idCard",
            "phone",
            "icCard",
            "entryDate",
            "leaveDate",
            "remark",
          ),
        },
        {
          title: "证件",
          facts: [
            ...facts("licenseNo", "licenseClass"),
            { label: "驾驶证有效期至", value: expiryWords(person) },
            ...facts("qualificationNo", "qualificationExpire"),
          ],
        },
      ]}
    >
      <Section title="授权线路" actions={assign("lines")}>
        {lines.length === 0 && <p className="quiet">还没有授权线路。</p>}
        <ul>
          {lines.map(({ lineUuid, lineName, isMain, beginDate, endDate, inForce }) => (
            <li key={lineUuid + beginDate}>
              <NamedLink href={`/line/line-management/${lineUuid}`} name={lineName} /> {isMain && "主线路 "}
              <span className="quiet">{`${beginDate} ${endDate ? `至 ${endDate}` : "起"}${inForce ? "" : "（今天不在有效期内）"}`}</span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="预设车辆" actions={assign("presets")}>
        {presets.length === 0 && <p className="quiet">还没有预设车辆。</p>}
        <ul>
          {presets.map(({ busUuid, busSelfCode, plateNum, orgName }) => (
            <li key={busUuid}>
              <NamedLink href={`/bus/bus-management/${busUuid}`} name={busSelfCode} />{" "}
              {busSelfCode !== outside && plateNum} <span className="quiet">{busSelfCode !== outside && orgName}</span>
            </li>
          ))}
        </ul>
      </Section>
    </RecordScreen>
  );
}
