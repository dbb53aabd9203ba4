import { z } from "zod";
import { DeviceModelOption } from "~/domains/device-models/room";
import { deviceModelOptions } from "~/domains/device-models/queries.server";
import { recordKey } from "~/kit/page/forms/rules";
import { api, endpoint } from "~/kit/page/http/api.server";
import { plainCalls } from "~/kit/room/calls.server";
import { may } from "./policy";
import {
  allDevices,
  createDevice,
  deleteDevices,
  devicesFor,
  devicesOf,
  factoryProtocols,
  isDeviceNumFree,
  listDevices,
  unbindDevices,
  updateDevice,
} from "./queries.server";
import {
  DeviceAdd,
  DeviceDelete,
  DeviceFilters,
  DeviceNumCheck,
  DeviceOption,
  DeviceRow,
  DeviceUnbind,
  DeviceUpdate,
  ProtocolCascade,
} from "./schema";
import { deviceTable } from "./table";

export const deviceApi = api("/api/dev/v1.0", {
  ...plainCalls(
    {
      may,
      table: deviceTable,
      key: "devUuid",
      row: DeviceRow,
      add: DeviceAdd,
      update: DeviceUpdate,
      remove: DeviceDelete,
    },
    { list: listDevices, all: allDevices, create: createDevice, update: updateDevice, remove: deleteDevices },
  ),
  validDeviceNum: endpoint(may.read, DeviceNumCheck, z.boolean(), isDeviceNumFree),
  deviceModelDict: endpoint(may.read, z.object({}), z.array(DeviceModelOption), deviceModelOptions),
  deviceUnbind: endpoint(may.bind, DeviceUnbind, z.null(), async (viewer, keys) => {
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

/** The devices of an owner, among the calls of its own room. */
export const ownedDevicesApi = [
  api("/api/bus/v1.0", {
    getDeviceListOfBus: endpoint(
      may.read,
      z.object({ busUuid: recordKey }),
      z.array(DeviceRow),
      (viewer, { busUuid }) => devicesOf(viewer, "bus", busUuid),
    ),
  }),
  api("/api/sta/v1.0", {
    getDeviceListOfStation: endpoint(
      may.read,
      z.object({ staUuid: recordKey }),
      z.array(DeviceRow),
      (viewer, { staUuid }) => devicesOf(viewer, "station", staUuid),
    ),
  }),
  api("/api/base/parking/info", {
    getDeviceListOfParking: endpoint(
      may.read,
      z.object({ parkingUuid: recordKey }),
      z.array(DeviceRow),
      (viewer, { parkingUuid }) => devicesOf(viewer, "parking", parkingUuid),
    ),
  }),
];

/** The selectors: what may be bound to a bus or a depot, and all devices. */
export const deviceSelectorApi = api("/api/common/v1.0", {
  deviceSelectorOfBus: endpoint(
    may.read,
    z.object({ busUuid: recordKey.optional() }),
    z.array(DeviceOption),
    (viewer, { busUuid }) => devicesFor(viewer, "bus", busUuid),
  ),
  deviceSelectorOfParking: endpoint(
    may.read,
    z.object({ parkingUuid: recordKey.optional() }),
    z.array(DeviceOption),
    (viewer, { parkingUuid }) => devicesFor(viewer, "parking", parkingUuid),
  ),
  deviceList: endpoint(may.read, DeviceFilters, z.array(DeviceOption), allDevices),
});
