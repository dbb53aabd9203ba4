import { useLoaderData } from "@remix-run/react";
import { page } from "~/kernel/access/page.server";
import { allows } from "~/kernel/access/viewer";
import { reading } from "~/kernel/rooms/pages.server";
import { Heading, screen, Section } from "~/kernel/screens";
import { DeviceLink, OnlineMark } from "../device-list";
import { may } from "../policy";
import { devicesOfBus, findBus } from "../queries.server";
import { busRoom, busUrl } from "../room";
import type { BusRow } from "../schema";
import styles from "../buses.module.css";

export const handle = screen({ title: ({ record }: { record: BusRow }) => `${record.busSelfCode} 的设备` });

export const loader = page(may.read, (call) =>
  reading(call, busRoom, may, findBus, async (viewer, bus) => ({ devices: await devicesOfBus(viewer, bus.busUuid), mayBind: allows(viewer, "device.bind") })),
);

export default function BusDevices() {
  const { record: bus, devices, mayBind } = useLoaderData<typeof loader>();
  const [now, before] = [devices.filter(({ end }) => end === null), devices.filter(({ end }) => end !== null)];
  return (
    <>
      <Heading note={`${bus.plateNum} · ${bus.modelName ?? bus.modelNum}`}>
        <a className="button" href={`${busUrl(bus)}/timeline`}>时间轴</a>
        {mayBind && <a className="button primary" href="/device/device-management/bind-many">绑定设备</a>}
      </Heading>
      <Section title={`绑定中（${now.length}）`}>
        {now.length === 0 ? <p className="quiet">还没有绑定设备{mayBind && "：点右上角“绑定设备”"}。</p> : (
          <table className={styles.persons}>
            <thead>
              <tr>
                <th scope="col">设备编号</th>
                <th scope="col">型号</th>
                <th scope="col">状态</th>
                <th scope="col">绑定</th>
                <th scope="col"><span className="unseen">操作</span></th>
              </tr>
            </thead>
            <tbody>
              {now.map((device) => (
                <tr key={device.bindingUuid}>
                  <td><DeviceLink device={device} /></td>
                  <td>{device.modelName}{device.isSlave && "（备机）"}</td>
                  <td><OnlineMark online={device.online} /></td>
                  <td>{device.begin} {device.boundBy}</td>
                  <td>{mayBind && <a href={`/device/device-management/${device.devUuid}/unbind`}>解绑</a>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Section>
      {before.length > 0 && (
        <Section title={`以前（${before.length}）`}>
          <table className={styles.persons}>
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
                  <td><DeviceLink device={device} /></td>
                  <td>{device.modelName}</td>
                  <td>{device.begin} {device.boundBy}</td>
                  <td>{device.end} {device.unboundBy}</td>
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
