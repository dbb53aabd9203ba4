import { tables } from "~/domains/record-tables/schema";
import { z } from "zod";
import { text, plainPhone } from "~/kit/page/forms/rules";
import { field, optional, withDefault } from "~/kit/room/fields";
import { defineRoom, permissions } from "~/kit/room/room";
import { characterSets, connectStates, devStates, devTypes, ownerKinds } from "./choices";

/** Codes that devices and cards carry, as people paste them: full-width digits and spaces between groups are taken. */
const pasted = () => z.string().overwrite((value) => value.normalize("NFKC").replace(/\s+/g, ""));

/** Fifteen digits are an IMEI with its check digit; makers that have none give up to sixteen letters and digits. */
const imei = pasted()
  .regex(/^[0-9A-Za-z]{1,16}$/, "IMEI 是 15 位数字；没有 IMEI 的设备填 1 到 16 位字母或数字的唯一码")
  .refine((value) => !/^\d{15}$/.test(value) || checkDigitHolds(value), "IMEI 的校验位不对，请核对这 15 位数字");

/** As it stands in a header of 2013: what people know is the number of eleven digits. */
const terminalPhone = pasted()
  .overwrite((phone) => (/^1\d{10}$/.test(phone) ? `0${phone}` : phone))
  .regex(/^(\d{12}|\d{20})$/, "终端手机号是 11 位手机号、12 位（2013 版）或 20 位（2019 版）数字");
const simPhone = z
  .string()
  .overwrite(plainPhone)
  .regex(/^(\d{11}|\d{13})$/, "SIM 卡号是 11 位或 13 位数字");
const iccid = pasted().regex(/^\d{19,20}$/, "ICCID 是 19 或 20 位数字");

const timeZone = z
  .string()
  .trim()
  .regex(/^[+-](0\d|1[0-4]):[0-5]\d$/, "时区写作 +08:00");

/** Luhn: every second digit from the right counts double. */
function checkDigitHolds(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const counted = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return sum % 10 === 0;
}

export { devTypes } from "./choices";

export const deviceRoom = defineRoom({
  name: "devices",
  noun: "设备",
  title: "设备管理",
  url: "/device/device-management",
  key: "devUuid",
  may: { ...permissions("device"), bind: "device.bind" },
  named: "devSelfCode",
  code: "devSelfCode",
  described: "imei",
  fields: {
    devSelfCode: field.code("设备编号", 16, { hint: "不与其他设备重复" }),
    modelUuid: field.record("设备型号", tables.deviceModel, { as: "modelNum", held: "设备" }),
    devType: withDefault(field.choice("设备类型", devTypes), 1),
    /** Empty: that of the model. */
    protocol: optional(field.own("通信协议", text(64), z.string())),
    imei: optional(
      field.ruled("text", "IMEI / 唯一码", imei, z.string(), { hint: "15 位 IMEI，或至多 16 位字母数字" }),
    ),
    terminalPhone: optional(
      field.ruled("text", "终端手机号", terminalPhone, z.string(), {
        hint: "11 位手机号（前面补 0 成 12 位）、12 位（2013 版）或 20 位（2019 版）",
      }),
    ),
    simPhone: optional(field.ruled("text", "SIM 卡号", simPhone, z.string(), { hint: "11 或 13 位" })),
    iccid: optional(field.ruled("text", "ICCID", iccid, z.string(), { hint: "19 或 20 位" })),
    /** Empty: that of the model. */
    characterSet: optional(
      field.ruled("choice", "字符集", z.enum(characterSets, { error: "请从列表中选择" }), z.string(), {
        choices: characterSets.map((set) => ({ value: set, label: set })),
        hint: "空着为型号的；标准线路文件里的表格按它写",
      }),
    ),
    timeZone: withDefault(field.ruled("text", "时区", timeZone, z.string(), { hint: "例如 +08:00" }), "+08:00"),
    installDate: optional(field.date("安装日期")),
    expireDate: optional(field.date("到期日期")),
    channel: field.text("通道", 255, { hint: "多个用逗号分开", wide: true }),
    devState: withDefault(field.choice("状态", devStates), 1),
    isSlave: field.check("备机"),
    remark: field.note("备注"),
  },
  more: {
    factory: z.string().nullable(),
    modelProtocol: z.string().nullable(),
    bindType: z.enum(ownerKinds.map(({ value }) => value)).nullable(),
    bindUuid: z.string().nullable(),
    bindName: z.string().nullable(),
    orgId: z.string().nullable(),
    orgName: z.string().nullable(),
    firmware: z.string().nullable(),
    lineFileVersion: z.string().nullable(),
    /** 1 while it has connected within the last five minutes. */
    connectState: z.number(),
    firstConnectTime: z.string().nullable(),
    lastConnectTime: z.string().nullable(),
  },
  words: {
    bindType: { label: "绑定种类", choices: ownerKinds },
    bindUuid: "绑定对象",
    connectState: { label: "在线", choices: connectStates },
    firmware: "固件版本",
    lineFileVersion: "线路文件版本",
  },
  refers: {
    bindUuid: [tables.bus, tables.station, tables.depot],
  },
  bulk: ["devState", "devType", "installDate", "expireDate", "isSlave"],
  checks: [expiryAfterInstallation],
  pages: ["bind-many", "bind-one"],
  recordPages: ["bind", "unbind"],
  tabs: { link: { label: "通信", may: "device-link.read" } },
  figuresOf: ({ bindName, connectState }: { bindName: string | null; connectState: number }) => [
    { label: "绑定", value: bindName ?? "没有" },
    { label: "连接", value: connectState === 1 ? "在线" : "离线" },
  ],
  nextStep: ({ devUuid }: { devUuid: string }) => ({
    label: "绑定到车辆、站点或场站",
    href: `/device/device-management/${devUuid}/bind`,
    permission: "device.bind",
  }),
  noteOf: ({ modelNum }: { modelNum: string }) => modelNum,
});
export type DeviceRow = typeof deviceRoom.row;

function expiryAfterInstallation(
  { installDate, expireDate }: { installDate?: string | null; expireDate?: string | null },
  context: z.core.$RefinementCtx,
) {
  if (installDate && expireDate && expireDate < installDate)
    context.addIssue({ code: "custom", path: ["expireDate"], message: "到期日期不能早于安装日期" });
}
