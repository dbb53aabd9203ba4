import { useLoaderData } from "@remix-run/react";
import { FilesOnBus } from "~/domains/issue-tasks/announced/files-on-bus";
import { may as issueTasks } from "~/domains/issue-tasks/policy";
import { announcedBy } from "~/domains/issue-tasks/queries.server";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { roomRecord } from "~/kit/room/served-pages.server";
import { factsOf } from "~/kit/room/words";
import { Facts, screen, Section } from "~/kit/page/screens";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { NamedLink } from "~/kit/page/screens/named-link";
import { DeviceList } from "../device-list";
import { ExpiryTiles } from "../expiry-tiles";
import { LineList } from "../line-list";
import { StateMark } from "../marks";
import { PresetList } from "../preset-list";
import { devicesOfBus, linesOfBus, presetsOfBus } from "../queries.server";
import { type BusRow, busRoom, busUrl } from "../room";
import { buses } from "../room.server";
import styles from "../buses.module.css";

export const handle = screen({ title: recordTitle(busRoom) });

export const loader = page(busRoom.may.read, (call) =>
  roomRecord(call, buses, async (viewer, bus) => {
    const [announced, lines, presets, installed] = await Promise.all([
      allows(viewer, issueTasks.read) ? announcedBy(bus.busUuid) : undefined,
      linesOfBus(viewer, bus.busUuid),
      presetsOfBus(viewer, bus.busUuid),
      devicesOfBus(viewer, bus.busUuid),
    ]);
    return {
      announced,
      lines,
      presets,
      devices: installed.filter(({ end }) => end === null),
      mayAssign: allows(viewer, busRoom.may.assign),
    };
  }),
);

export default function Bus() {
  const { record: bus, names, announced, lines, presets, devices, mayAssign } = useLoaderData<typeof loader>();
  const url = busUrl(bus);
  return (
    <RecordScreen
      room={busRoom}
      note={[bus.plateNum, bus.modelName ?? bus.modelNum, bus.lineName].filter(Boolean).join(" · ")}
      actions={
        <a className="button" href={`${url}/timeline`}>
          时间轴
        </a>
      }
      sections={[{ title: "基本信息", facts: mainFacts(bus) }]}
    >
      <ExpiryTiles bus={bus} />
      <div className={styles.beside}>
        <Section
          title={`授权线路（${lines.length}）`}
          actions={<a href={`${url}/lines`}>{mayAssign ? "安排线路" : "查看"}</a>}
        >
          <LineList lines={lines} />
        </Section>
        <Section title={`设备（${devices.length}）`} actions={<a href={`${url}/devices`}>查看</a>}>
          <DeviceList devices={devices} />
        </Section>
        <Section
          title={`预设人员（${presets.length}）`}
          actions={<a href={`${url}/presets`}>{mayAssign ? "安排人员" : "查看"}</a>}
        >
          <PresetList presets={presets} />
        </Section>
      </div>
      {announced && <FilesOnBus announced={announced} busSelfCode={bus.busSelfCode} />}
      <Section title="车辆参数">
        <Facts
          facts={[
            {
              label: "能源类型",
              value: busRoom.words.show("energyType", bus.energy) + (bus.energyType === null ? "（随车型）" : ""),
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
                "fuelTank",
                "fuelKm",
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

function mainFacts(bus: BusRow) {
  return [
    { label: "自编号", value: bus.busSelfCode },
    { label: "车牌号", value: `${bus.plateNum}（${busRoom.words.show("plateColor", bus.plateColor)}）` },
    { label: "车辆状态", value: <StateMark bus={bus} /> },
    { label: "所属机构", value: bus.orgName },
    {
      label: "所属线路",
      value: bus.lineUuid && <NamedLink href={`/line/line-management/${bus.lineUuid}`} name={bus.lineName} />,
    },
    {
      label: "车型",
      value: (
        <a href={`/model/bus-model/${bus.modelUuid}`}>
          {bus.modelNum}
          {bus.modelName && ` ${bus.modelName}`}
        </a>
      ),
    },
    {
      label: "停放场站",
      value: bus.parkingUuid && (
        <NamedLink href={`/parking/parking-management/${bus.parkingUuid}`} name={bus.parkingName} />
      ),
    },
    {
      label: "固定驾驶员",
      value: bus.fixedDriver && (
        <NamedLink
          href={`/personnel/personnel-management/${bus.fixedDriver}`}
          name={bus.driverName}
          more={bus.driverNumber}
        />
      ),
    },
  ];
}
