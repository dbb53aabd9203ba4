import { organisationChoices } from "~/domains/organisations/queries.server";
import { serve } from "~/kit/room/served.server";
import { deviceApi, deviceSelectorApi, ownedDevicesApi } from "./api.server";
import { ownerReferences } from "./owners.server";
import { createDevice, deviceChoices, deviceSource, restoreDevice, updateDevice } from "./queries.server";
import { type DeviceRow, deviceRoom } from "./room";
import { deviceTable } from "./table";

export const devices = serve<DeviceRow>({
  room: deviceRoom,
  table: deviceTable,
  source: deviceSource,
  references: ownerReferences,
  verbs: { create: createDevice, update: updateDevice, restore: restoreDevice },
  detail: (device) => [device.modelNum, device.bindName ?? "未绑定"].join(" "),
  choices: async (viewer) => {
    const [orgId, modelsAndProtocols] = await Promise.all([organisationChoices(viewer), deviceChoices(viewer)]);
    return { orgId, ...modelsAndProtocols };
  },
  calls: (served) => [deviceApi(served), ...ownedDevicesApi, deviceSelectorApi],
});
