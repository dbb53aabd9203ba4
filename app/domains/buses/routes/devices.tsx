import { useLoaderData } from "@remix-run/react";
import { deviceRoom } from "~/domains/devices/room";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { roomRecord } from "~/kit/room/served-pages.server";
import { Heading, screen, Section } from "~/kit/page/screens";
import { DeviceLink, OnlineMark } from "../device-list";
import { devicesOfBus } from "../queries.server";
import { bindHref, type BusRow, busRoom } from "../room";
import { buses } from "../room.server";
import styles from "../buses.module.css";

export const handle = screen({ title: ({ record }: { record: BusRow }) => `${record.busSelfCode} 的设备` });

export const loader = page(busRoom.may.read, (call) =>
  roomRecord(call, buses, async (viewer, bus) => ({
    devices: await devicesOfBus(viewer, bus.busUuid),
    mayBind: allows(viewer, deviceRoom.may.bind),
  })),
);

export default function BusDevices() {
  const { record: bus, devices, mayBind } = useLoaderData<typeof loader>();
  const [now, before] = [devices.filter(({ end }) => end === null), devices.filter(({ end }) => end !== null)];
  return (
    <>
      <Heading>
        {mayBind && (
          <a className="button primary" href={bindHref(bus)}>
            绑定设备
          </a>
        )}
      </Heading>
      <Section title={`绑定中（${now.length}）`}>
        {now.length === 0 ? (
          <p className="quiet">还没有绑定设备{mayBind && "：点“绑定设备”，按编号或 IMEI 查找"}。</p>
        ) : (
          <table className={styles.persons} aria-label="绑定中的设备">
            <thead>
              <tr>
                <th scope="col">设备编号</th>
                <th scope="col">型号</th>
                <th scope="col">状态</th>
                <th scope="col">绑定</th>
                <th scope="col">
                  <span className="unseen">操作</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {now.map((device) => (
                <tr key={device.bindingUuid}>
                  <td>
                    <DeviceLink device={device} />
                  </td>
                  <td>
                    {device.modelName}
                    {device.isSlave && "（备机）"}
                  </td>
                  <td>
                    <OnlineMark online={device.online} />
                  </td>
                  <td>
                    {device.begin} {device.boundBy}
                  </td>
                  <td>{mayBind && <a href={`/device/device-management/${device.devUuid}/unbind`}>解绑</a>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Section>
      {before.length > 0 && (
        <Section title={`以前（${before.length}）`}>
          <table className={styles.persons} aria-label="以前绑定的设备">
            <thead>
              <tr>
                <th scope="col">设备编号</th>
                <th scope="col">型号</th>
                <th scope="col">绑定</th>
                <th scope="col">解绑</th>
                <th scope="col">原因</th>
              </tr>
            </thead>
            <tbody>
              {before.map((device) => (
                <tr key={device.bindingUuid}>
                  <td>
                    <DeviceLink device={device} />
                  </td>
                  <td>{device.modelName}</td>
                  <td>
                    {device.begin} {device.boundBy}
                  </td>
                  <td>
                    {device.end} {device.unboundBy}
                  </td>
                  <td>{device.reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Section>
      )}
    </>
  );
}
