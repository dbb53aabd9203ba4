import { z } from "zod";
import { chosenNumber, code, date, keysToDelete, oneOf, recordKey, text, version } from "~/kit/page/forms/rules";
import { changesOf } from "~/kit/page/http/changes";
import { characterSets, devStates, devTypes, ownerKinds } from "./choices";
import { iccid, imei, simPhone, terminalPhone } from "./numbers";

export * from "./choices";

const devSelfCode = code("设备编号", 16);
const chosen = (message: string) => z.string({ error: message }).regex(/^[0-9a-f]{32}$/, message);
const bindType = z.enum(
  ownerKinds.map(({ value }) => value),
  { error: "绑定对象的种类是 bus、station 或 parking" },
);

const device = z.object({
  devSelfCode,
  imei: imei.nullish(),
  terminalPhone: terminalPhone.nullish(),
  modelUuid: chosen("请选择设备型号"),
  devType: oneOf(devTypes),
  /** Empty: that of the model. */
  protocol: text(64).nullish(),
  simPhone: simPhone.nullish(),
  iccid: iccid.nullish(),
  channel: text(255).nullish(),
  characterSet: z.enum(characterSets, { error: "请从列表中选择" }),
  timeZone: z
    .string()
    .trim()
    .regex(/^[+-](0\d|1[0-4]):[0-5]\d$/, "时区写作 +08:00"),
  installDate: date.nullish(),
  expireDate: date.nullish(),
  devState: oneOf(devStates),
  isSlave: z.boolean(),
  remark: text(255).nullish(),
});

/** What a new device has where nothing is said; kept apart, because a default would also fill what an update leaves out. */
const { shape } = device;
const usual = {
  devType: shape.devType.default(1),
  characterSet: shape.characterSet.default("GBK"),
  timeZone: shape.timeZone.default("+08:00"),
  devState: shape.devState.default(1),
  isSlave: shape.isSlave.default(false),
};
/** A call may name the owner, both parts of it; null unbinds. */
const owner = { bindType: bindType.nullish(), bindUuid: recordKey.nullish() };
const isWhole = (sent: { bindType?: unknown; bindUuid?: unknown }) =>
  ((sent.bindType ?? null) === null) === ((sent.bindUuid ?? null) === null);
const wholeError = { path: ["bindUuid"], message: "请同时给出绑定对象的种类 bindType 和主键 bindUuid" };

export const datesInOrder = ({
  installDate,
  expireDate,
}: {
  installDate?: string | null;
  expireDate?: string | null;
}) => !installDate || !expireDate || installDate <= expireDate;
export const orderError = { path: ["expireDate"], message: "到期日期不能早于安装日期" };

export const DeviceForm = device
  .extend({ ...usual, version, reason: text(255).nullish() })
  .refine(datesInOrder, orderError);
export const DeviceAdd = device
  .extend({ ...usual, ...owner, devUuid: recordKey.optional() })
  .refine(datesInOrder, orderError)
  .refine(isWhole, wholeError);
export const DeviceUpdate = changesOf(device)
  .extend({ ...owner, devUuid: recordKey, version })
  .refine(isWhole, wholeError);
/** What may be changed of many at once. */
export const DeviceBulk = changesOf(
  device.pick({ devType: true, devState: true, installDate: true, expireDate: true, isSlave: true }),
);
export const DeviceDelete = keysToDelete("devUuid", "设备");
export const DeviceNumCheck = z.object({ devSelfCode, devUuid: recordKey.optional() });
export const DeviceUnbind = keysToDelete("devUuid", "设备");
export type DeviceValues = z.output<typeof DeviceAdd>;

/** The form by which one device is bound: the owner by its own number. */
export const BindForm = z.object({ bindType, ownerCode: code("绑定对象的编号", 20), reason: text(255).nullish() });
/** The form by which many are bound or unbound: a device number a line, and unless they are unbound the number of its owner. */
export const BindManyForm = z.object({
  to: z.enum([...ownerKinds.map(({ value }) => value), "none"], { error: "请从列表中选择" }),
  lines: z.string({ error: "请粘贴设备编号" }).max(200_000, "内容过长，一次最多 5,000 行"),
  move: z.boolean().default(false),
  reason: text(255).nullish(),
});

export const DeviceFilters = z.object({
  keyword: z.string().trim().max(64).optional(),
  devSelfCode: z.string().trim().max(16).optional(),
  modelUuid: z.string().trim().max(32).optional(),
  devType: chosenNumber,
  devState: chosenNumber,
  connectState: z.coerce.number().int().min(0).max(1).optional(),
  /** `none`: bound to nothing. */
  bindType: z.enum([...ownerKinds.map(({ value }) => value), "none"]).optional(),
  bindUuid: z.string().trim().max(32).optional(),
  orgId: z.string().trim().max(32).optional(),
});
export type DeviceFilters = z.output<typeof DeviceFilters>;

export const DeviceRow = z.object({
  devUuid: z.string(),
  devSelfCode: z.string(),
  imei: z.string().nullable(),
  terminalPhone: z.string().nullable(),
  modelUuid: z.string(),
  modelNum: z.string(),
  factory: z.string().nullable(),
  devType: z.number(),
  /** Its own where it is not its model's. */
  protocol: z.string().nullable(),
  modelProtocol: z.string().nullable(),
  simPhone: z.string().nullable(),
  iccid: z.string().nullable(),
  bindType: z.enum(ownerKinds.map(({ value }) => value)).nullable(),
  bindUuid: z.string().nullable(),
  /** What the owner is called, and the organisation that it belongs to. */
  bindName: z.string().nullable(),
  orgId: z.string().nullable(),
  orgName: z.string().nullable(),
  channel: z.string().nullable(),
  characterSet: z.string(),
  timeZone: z.string(),
  firmware: z.string().nullable(),
  lineFileVersion: z.string().nullable(),
  /** 1 while it has connected within the last five minutes. */
  connectState: z.number(),
  /** UTC, ISO 8601. */
  firstConnectTime: z.string().nullable(),
  lastConnectTime: z.string().nullable(),
  installDate: z.string().nullable(),
  expireDate: z.string().nullable(),
  devState: z.number(),
  isSlave: z.boolean(),
  remark: z.string().nullable(),
  version: z.number(),
  updatedAt: z.string(),
});
export type DeviceRow = z.output<typeof DeviceRow>;

/** A device as selectors give it. */
export const DeviceOption = DeviceRow.pick({
  devUuid: true,
  devSelfCode: true,
  modelNum: true,
  devType: true,
  bindType: true,
  bindUuid: true,
  bindName: true,
  connectState: true,
});

/** 厂家, and below it its protocols. */
export const ProtocolCascade = z.array(
  z.object({
    value: z.string(),
    label: z.string(),
    children: z.array(z.object({ value: z.string(), label: z.string() })),
  }),
);
