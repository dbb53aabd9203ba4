import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { roomRecord } from "~/kit/room/served-pages.server";
import { factsOf } from "~/kit/room/words";
import { screen, Section } from "~/kit/page/screens";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { BindingTable } from "../binding-table";
import { ownerHref } from "../owner-link";
import { droppedOf } from "../dropped.server";
import { bindingsOf } from "../queries.server";
import { deviceRoom } from "../room";
import { devices } from "../room.server";
import { ownerKind } from "../choices";

export const handle = screen({ title: recordTitle(deviceRoom) });

export const loader = page(deviceRoom.may.read, (call) =>
  roomRecord(call, devices, async (viewer, device) => {
    const shown = (time: string | null) => time && formatTime(time, settings().OPERATOR_TIME_ZONE);
    const bindings = await bindingsOf(viewer, device.devUuid);
    return {
      bindings: bindings.map((binding) => ({
        ...binding,
        beginTime: shown(binding.beginTime),
        endTime: shown(binding.endTime),
      })),
      first: shown(device.firstConnectTime),
      last: shown(device.lastConnectTime),
      dropped: await droppedOf(device.devUuid).then(
        (one) =>
          one &&
          `${one.positions} 条，最近一条 ${formatTime(one.lastAt, settings().OPERATOR_TIME_ZONE)}：${one.lastWords}`,
      ),
      mayBind: allows(viewer, deviceRoom.may.bind),
    };
  }),
);

export default function Device() {
  const { record: device, bindings, first, last, dropped, mayBind } = useLoaderData<typeof loader>();
  const url = `${deviceRoom.url}/${device.devUuid}`;
  const { bindType } = device;
  const facts = (...fields: Parameters<typeof factsOf<typeof device>>[2]) => factsOf(deviceRoom.words, device, fields);
  return (
    <RecordScreen
      room={deviceRoom}
      actions={
        mayBind && (
          <a className="button" href={`${url}/${bindType ? "unbind" : "bind"}`}>
            {bindType ? "解绑" : "绑定"}
          </a>
        )
      }
      sections={[
        {
          title: "基本信息",
          facts: [
            ...facts("devSelfCode"),
            { label: "设备型号", value: <a href={`/model/device-model/${device.modelUuid}`}>{device.modelNum}</a> },
            ...facts("devType"),
            { label: "通信协议", value: device.protocol ?? device.modelProtocol },
            {
              label: "绑定对象",
              value: bindType && (
                <>
                  {ownerKind(bindType).label} <a href={ownerHref(device)}>{device.bindName}</a>
                </>
              ),
            },
            { label: "所属机构", value: device.orgName },
            ...facts("devState", "isSlave", "installDate", "expireDate"),
          ],
        },
        { title: "号码", facts: facts("imei", "terminalPhone", "simPhone", "iccid") },
        {
          title: "连接",
          facts: [
            ...facts("connectState"),
            { label: "首次连接", value: first },
            { label: "最后连接", value: last },
            ...(dropped ? [{ label: "没有采用的位置", value: dropped, wide: true }] : []),
            ...facts("firmware", "lineFileVersion"),
            { label: deviceRoom.words.labels.characterSet!, value: device.characterSet ?? "随型号" },
            ...facts("timeZone", "channel"),
          ],
        },
        ...(device.remark
          ? [{ title: "备注", facts: factsOf(deviceRoom.words, device, ["remark"], { wide: true }) }]
          : []),
      ]}
    >
      <Section title="绑定记录">
        <BindingTable bindings={bindings} />
      </Section>
    </RecordScreen>
  );
}
