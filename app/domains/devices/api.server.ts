import { z } from "zod";
import { DeviceModelOption } from "~/domains/device-models/room";
import { deviceModelOptions } from "~/domains/device-models/queries.server";
import { recordKey } from "~/kit/page/forms/rules";
import { problem } from "~/kit/ground/problem";
import { api, endpoint } from "~/kit/page/http/api.server";
import { wholeFilters } from "~/kit/page/tables/page-call.server";
import { freeCall, roomCalls } from "~/kit/room/calls.server";
import type { ServedRoom } from "~/kit/room/served.server";
import { listAllRows } from "~/kit/room/source.server";
import { DeviceAdd, DeviceUpdate } from "./binding-forms";
import {
  bindingsOf,
  devicesFor,
  devicesOf,
  deviceSource,
  factoryProtocols,
  findDevice,
  unbindDevices,
} from "./queries.server";
import { type DeviceRow, deviceRoom } from "./room";
import { deviceTable } from "./table";

const { may, Row, Delete } = deviceRoom;

const DeviceOptions = z.array(
  Row.pick({
    devUuid: true,
    devSelfCode: true,
    modelNum: true,
    devType: true,
    bindType: true,
    bindUuid: true,
    bindName: true,
    connectState: true,
  }),
);

const PastBinding = z.object({
  bindType: z.string(),
  bindUuid: z.string(),
  name: z.string().nullable(),
  beginTime: z.string(),
  endTime: z.string().nullable(),
  boundBy: z.string(),
  unboundBy: z.string().nullable(),
  reason: z.string().nullable(),
});

/** 厂家, and below it its protocols. */
const ProtocolCascade = z.array(
  z.object({
    value: z.string(),
    label: z.string(),
    children: z.array(z.object({ value: z.string(), label: z.string() })),
  }),
);

export const deviceApi = (served: ServedRoom<DeviceRow>) =>
  api("/api/dev/v1.0", {
    ...roomCalls(served, { add: DeviceAdd, update: DeviceUpdate }),
    validDeviceNum: freeCall(served, "devSelfCode"),
    deviceModelDict: endpoint(may.read, z.object({}), z.array(DeviceModelOption), deviceModelOptions),
    bindingHistory: endpoint(may.read, z.object({ devUuid: recordKey }), z.array(PastBinding), async (viewer, sent) => {
      if (!(await findDevice(viewer, sent.devUuid))) throw problem.missing("设备");
      return bindingsOf(viewer, sent.devUuid);
    }),
    deviceUnbind: endpoint(may.bind, Delete, z.null(), async (viewer, keys) => {
      await unbindDevices(viewer, keys);
      return null;
    }),
    protocolCascader: endpoint(may.read, z.object({}), ProtocolCascade, async (viewer) =>
      (await factoryProtocols(viewer)).map(({ factory, protocols }) => ({
        value: factory,
        label: factory || "未注明厂商",
        children: protocols.map((protocol) => ({ value: protocol, label: protocol })),
      })),
    ),
  });

export const ownedDevicesApi = [
  api("/api/bus/v1.0", {
    getDeviceListOfBus: endpoint(may.read, z.object({ busUuid: recordKey }), z.array(Row), (viewer, { busUuid }) =>
      devicesOf(viewer, "bus", busUuid),
    ),
  }),
  api("/api/sta/v1.0", {
    getDeviceListOfStation: endpoint(may.read, z.object({ staUuid: recordKey }), z.array(Row), (viewer, { staUuid }) =>
      devicesOf(viewer, "station", staUuid),
    ),
  }),
  api("/api/base/parking/info", {
    getDeviceListOfParking: endpoint(
      may.read,
      z.object({ parkingUuid: recordKey }),
      z.array(Row),
      (viewer, { parkingUuid }) => devicesOf(viewer, "parking", parkingUuid),
    ),
  }),
];

export const deviceSelectorApi = api("/api/common/v1.0", {
  deviceSelectorOfBus: endpoint(
    may.read,
    z.object({ busUuid: recordKey.optional() }),
    DeviceOptions,
    async (viewer, { busUuid }) => DeviceOptions.parse(await devicesFor(viewer, "bus", busUuid)),
  ),
  deviceSelectorOfParking: endpoint(
    may.read,
    z.object({ parkingUuid: recordKey.optional() }),
    DeviceOptions,
    async (viewer, { parkingUuid }) => DeviceOptions.parse(await devicesFor(viewer, "parking", parkingUuid)),
  ),
  deviceList: endpoint(may.read, wholeFilters(deviceTable.filters), DeviceOptions, async (viewer, filters) =>
    DeviceOptions.parse(await listAllRows(deviceSource, viewer, filters)),
  ),
});
