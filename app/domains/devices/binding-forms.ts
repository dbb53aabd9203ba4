import { z } from "zod";
import { code, recordKey, text } from "~/kit/page/forms/rules";
import { ownerKinds } from "./choices";
import { deviceRoom } from "./room";

const bindType = z.enum(
  ownerKinds.map(({ value }) => value),
  { error: "绑定对象的种类是 bus、station 或 parking" },
);

/** A call may name the owner, both parts of it; null unbinds. */
const owner = { bindType: bindType.nullish(), bindUuid: recordKey.nullish() };
const isWhole = (sent: { bindType?: unknown; bindUuid?: unknown }) =>
  ((sent.bindType ?? null) === null) === ((sent.bindUuid ?? null) === null);
const wholeError = { path: ["bindUuid"], message: "请同时给出绑定对象的种类 bindType 和主键 bindUuid" };

export const DeviceAdd = deviceRoom.Add.safeExtend(owner).refine(isWhole, wholeError);
export const DeviceUpdate = deviceRoom.Update.extend(owner).refine(isWhole, wholeError);
export type DeviceValues = z.output<typeof DeviceAdd>;

export const BindForm = z.object({ bindType, ownerCode: code("绑定对象的编号", 20), reason: text(255).nullish() });
export const BindOneForm = z.object({
  devUuid: z.string({ error: "请选择设备" }).regex(/^[0-9a-f]{32}$/, "请从列表中选择设备"),
  move: z.boolean().default(false),
  reason: text(255).nullish(),
});
/** The form by which many are bound or unbound: a device number a line, and unless they are unbound the number of its owner. */
export const BindManyForm = z.object({
  to: z.enum([...ownerKinds.map(({ value }) => value), "none"], { error: "请从列表中选择" }),
  lines: z.string({ error: "请粘贴设备编号" }).max(200_000, "内容过长，一次最多 5,000 行"),
  move: z.boolean().default(false),
  reason: text(255).nullish(),
});
