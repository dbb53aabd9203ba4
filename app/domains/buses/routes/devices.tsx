import { useActionData, useLoaderData } from "@remix-run/react";
import { bindMany } from "~/domains/devices/queries.server";
import { deviceRoom } from "~/domains/devices/room";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { TextField } from "~/kit/page/forms/fields";
import { Buttons, Fields } from "~/kit/page/forms/form-parts";
import { again, readForm, type Reply, refused } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { requireRecord } from "~/kit/room/pages.server";
import { roomRecord } from "~/kit/room/served-pages.server";
import { Heading, screen, Section } from "~/kit/page/screens";
import { DeviceLink, OnlineMark } from "../device-list";
import { devicesOfBus, findBus } from "../queries.server";
import { type BusRow, busRoom, busUrl } from "../room";
import { buses } from "../room.server";
import { DeviceToBind } from "../work-forms";
import styles from "../buses.module.css";

export const handle = screen({ title: ({ record }: { record: BusRow }) => `${record.busSelfCode} 的设备` });

export const loader = page(busRoom.may.read, (call) =>
  roomRecord(call, buses, async (viewer, bus) => ({
    devices: await devicesOfBus(viewer, bus.busUuid),
    mayBind: allows(viewer, deviceRoom.may.bind),
  })),
);

export const action = page(deviceRoom.may.bind, async (call) => {
  const bus = await requireRecord(call, busRoom, findBus);
  const sent = await readForm(call.request, DeviceToBind);
  if (sent.status !== "success") return again(sent);
  const { devSelfCode } = sent.value;
  const done = await attempt(() =>
    bindMany(call.viewer, { to: "bus", lines: `${devSelfCode} ${bus.busSelfCode}`, move: false }, false),
  );
  if (!done.ok)
    return again(refused(sent, { message: "", errors: [{ path: "devSelfCode", message: done.problem.message }] }));
  return redirectWith(call.request, `已将设备 ${devSelfCode} 绑定到车辆 ${bus.busSelfCode}`, `${busUrl(bus)}/devices`);
});

export default function BusDevices() {
  const { record: bus, devices, mayBind } = useLoaderData<typeof loader>();
  const [now, before] = [devices.filter(({ end }) => end === null), devices.filter(({ end }) => end !== null)];
  return (
    <>
      <Heading note={`${bus.plateNum} · ${bus.modelName ?? bus.modelNum}`}>
        <a className="button" href={`${busUrl(bus)}/timeline`}>
          时间轴
        </a>
      </Heading>
      <Section title={`绑定中（${now.length}）`}>
        {now.length === 0 ? (
          <p className="quiet">还没有绑定设备{mayBind && "：在下面填写设备编号即可绑定"}。</p>
        ) : (
          <table className={styles.persons}>
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
      {mayBind && <BindOne />}
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

function BindOne() {
  const answer = useActionData() as { reply?: Reply } | undefined;
  const [form, fields] = useRoomForm(DeviceToBind, answer?.reply, {});
  return (
    <Section title="绑定设备">
      <form id={form.id} method="post">
        <Fields>
          <TextField
            field={fields.devSelfCode}
            label="设备编号"
            hint="还没有绑定别处的设备；多台请用设备管理中的批量绑定"
          />
        </Fields>
        <Buttons save="绑定" />
      </form>
    </Section>
  );
}
