import { z } from "zod";
import { changesOf } from "~/kernel/http/changes";

export const orgTypes = [
  { value: 1, label: "总公司" },
  { value: 2, label: "分公司" },
  { value: 3, label: "车队" },
  { value: 4, label: "调度站" },
  { value: 100, label: "调度中心" },
  { value: 200, label: "其他" },
] as const;

export const deepestLevel = 8;

const key = z.string().regex(/^[0-9a-f]{32}$/, "主键应为 32 位小写十六进制数字");
const text = (most: number) => z.string().trim().max(most, `最多 ${most} 个字`);

const organisation = z.object({
  orgPid: key.nullish(),
  orgCode: z.string({ error: "请输入机构编号" }).trim().min(1, "请输入机构编号").max(20, "最多 20 个字"),
  orgName: z.string({ error: "请输入机构名称" }).trim().min(1, "请输入机构名称").max(64, "最多 64 个字"),
  orgType: z.number().refine((value) => orgTypes.some((type) => type.value === value), "请从机构类型中选择").default(200),
  sort: z.number().int("请输入整数").min(0, "排序在 0 到 9999 之间").max(9999, "排序在 0 到 9999 之间").default(0),
  leader: text(32).nullish(),
  phone: text(32).nullish(),
  address: text(255).nullish(),
  lng: z.number().min(-180, "经度在 -180 到 180 之间").max(180, "经度在 -180 到 180 之间").nullish(),
  lat: z.number().min(-90, "纬度在 -90 到 90 之间").max(90, "纬度在 -90 到 90 之间").nullish(),
  state: z.number().int().min(0).max(1).default(1),
});

export const OrganisationAdd = organisation.extend({ orgId: key.optional() });
export const OrganisationUpdate = changesOf(organisation).extend({ orgId: key, version: z.number().int().optional() });
export const OrganisationKey = z.object({ orgId: key });
export const OrganisationDelete = z.union([OrganisationKey.transform(({ orgId }) => [orgId]), z.object({ ids: z.array(key).min(1, "请选择机构").max(1000, "一次最多 1000 个") }).transform(({ ids }) => ids)]);
export type OrganisationValues = z.output<typeof OrganisationAdd>;

export const OrganisationRow = z.object({
  orgId: z.string(),
  orgPid: z.string().nullable(),
  orgCode: z.string(),
  orgName: z.string(),
  orgType: z.number(),
  sort: z.number(),
  leader: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  state: z.number(),
  version: z.number(),
});
export type OrganisationRow = z.output<typeof OrganisationRow>;

/** An organisation with those below it. */
export type OrganisationNode = OrganisationRow & { id: string; pId: string | null; children: OrganisationNode[] };
export const OrganisationNode: z.ZodType<OrganisationNode> = OrganisationRow.extend({
  id: z.string(),
  pId: z.string().nullable(),
  get children() {
    return z.array(OrganisationNode);
  },
});
