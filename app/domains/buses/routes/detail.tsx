import { useLoaderData } from "@remix-run/react";
import { may as issueTasks } from "~/domains/issue-tasks/policy";
import { announcedBy } from "~/domains/issue-tasks/queries.server";
import { eventsUrl, may as mayEvents } from "~/domains/vehicle-events/policy";
import { eventsOfBus } from "~/domains/vehicle-events/queries.server";
import { deviceRoom } from "~/domains/devices/room";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { roomRecord } from "~/kit/room/served-pages.server";
import { factsOf } from "~/kit/room/words";
import { Facts, screen, Section } from "~/kit/page/screens";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { hasTank } from "../choices";
import { AnnouncedFiles } from "../announced-files";
import { DeviceList } from "../device-list";
import { EventList } from "../event-list";
import { ExpiryTiles } from "../expiry-tiles";
import { mainFacts } from "../main-facts";
import { LineList } from "../line-list";
import { PresetList } from "../preset-list";
import { devicesOfBus, linesOfBus, presetsOfBus } from "../queries.server";
import { bindHref, busRoom, busUrl } from "../room";
import { buses } from "../room.server";
import styles from "../buses.module.css";

export const handle = screen({ title: recordTitle(busRoom) });

export const loader = page(busRoom.may.read, (call) =>
  roomRecord(call, buses, async (viewer, bus) => {
    const [announced, lines, presets, installed, fenceEvents] = await Promise.all([
      allows(viewer, issueTasks.read) ? announcedBy(viewer, bus.busUuid) : undefined,
      linesOfBus(viewer, bus.busUuid),
      presetsOfBus(viewer, bus.busUuid),
      devicesOfBus(viewer, bus.busUuid),
      allows(viewer, mayEvents.read) ? eventsOfBus(viewer, bus.busSelfCode) : null,
    ]);
    return {
      announced,
      fenceEvents,
      lines,
      presets,
      devices: installed.filter(({ end }) => end === null),
      maySeeVoices: allows(viewer, "line-file.read"),
      mayAssign: allows(viewer, busRoom.may.assign),
      mayBind: allows(viewer, deviceRoom.may.bind),
    };
  }),
);

export default function Bus() {
  const {
    record: bus,
    names,
    announced,
    lines,
    presets,
    devices,
    fenceEvents,
    maySeeVoices,
    mayAssign,
    mayBind,
  } = useLoaderData<typeof loader>();
  const url = busUrl(bus);
  return (
    <RecordScreen room={busRoom} sections={[{ title: "基本信息", facts: mainFacts(bus) }]}>
      <ExpiryTiles bus={bus} />
      <div className={styles.beside}>
        <Section
          title={`授权线路（${lines.length}）`}
          actions={<a href={`${url}/lines`}>{mayAssign ? "安排线路" : "查看"}</a>}
        >
          <LineList lines={lines} voices={maySeeVoices} />
        </Section>
        <Section
          title={`设备（${devices.length}）`}
          actions={
            <>
              {mayBind && <a href={bindHref(bus)}>绑定设备</a>} <a href={`${url}/devices`}>查看</a>
            </>
          }
        >
          <DeviceList devices={devices} />
        </Section>
        <Section
          title={`预设人员（${presets.length}）`}
          actions={<a href={`${url}/presets`}>{mayAssign ? "安排人员" : "查看"}</a>}
        >
          <PresetList presets={presets} />
        </Section>
        {fenceEvents && (
          <Section
            title="围栏事件"
            actions={<a href={`${eventsUrl}?bus=${encodeURIComponent(bus.busSelfCode)}`}>查看</a>}
          >
            <EventList events={fenceEvents} />
          </Section>
        )}
      </div>
      {announced && <AnnouncedFiles announced={announced} />}
      <Section title="车辆参数">
        <Facts
          facts={[
            {
              label: "能源类型",
              value: busRoom.words.show("energyType", bus.energy) + (bus.energyType === null ? "（随型号）" : ""),
            },
            ...factsOf(
              busRoom.words,
              bus,
              [
                "approvedNumber",
                "seatNumber",
                "doorCount",
                "floorType",
                "hasAc",
                "wheelchair",
                ...(hasTank(bus.energy) ? (["fuelTank", "fuelKm"] as const) : []),
                "mileage",
              ],
              { names },
            ),
          ]}
        />
      </Section>
      <Section title="来源与日期">
        <Facts
          facts={[
            ...factsOf(busRoom.words, bus, [
              "vin",
              "engineNo",
              "source",
              "provider",
              "contractNo",
              "productionDate",
              "registerDate",
              "scrapDate",
            ]),
            ...factsOf(busRoom.words, bus, ["remark"], { wide: true }),
          ]}
        />
      </Section>
    </RecordScreen>
  );
}
