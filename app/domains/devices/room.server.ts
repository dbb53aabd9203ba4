import { organisationChoices } from "~/domains/organisations/queries.server";
import { serve } from "~/kit/room/served.server";
import { deviceApi, deviceSelectorApi, ownedDevicesApi } from "./api.server";
import { ownerReferences } from "./owners.server";
import { createDevice, deviceChoices, deviceSource, restoreDevice, updateDevice } from "./queries.server";
import { type DeviceRow, deviceRoom } from "./room";
import { deviceTable } from "./table";

const asText = "请把单元格格式设为“文本”，否则 Excel 会丢失末尾的数字";

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
  sheet: {
    templateCode: "device",
    looks: {
      devSelfCode: { example: "D0001" },
      modelUuid: { example: "ZD-100", remark: "设备型号管理中的型号" },
      devType: { example: "车载机" },
      protocol: { read: (text) => text, remark: "同一厂商的协议；留空按型号" },
      imei: { width: 20, remark: "15 位 IMEI，或至多 16 位字母数字" },
      terminalPhone: { width: 24, remark: `12 位（2013 版）或 20 位（2019 版）；${asText}` },
      simPhone: { width: 18 },
      iccid: { width: 24, remark: `19 或 20 位；${asText}` },
      timeZone: { example: "+08:00" },
    },
    rules: ["绑定到车辆、站点和场站另有模板；导入设备不改变绑定。"],
  },
  calls: (served) => [deviceApi(served), ...ownedDevicesApi, deviceSelectorApi],
});
