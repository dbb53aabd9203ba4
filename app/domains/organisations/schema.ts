import { z } from "zod";
import { code, keysToDelete, lat, lng, oneOf, recordKey, requiredText, text, version } from "~/kit/page/forms/rules";
import { changesOf } from "~/kit/page/http/changes";

export const orgTypes = [
  { value: 1, label: "总公司" },
  { value: 2, label: "分公司" },
  { value: 3, label: "车队" },
  { value: 4, label: "调度站" },
  { value: 100, label: "调度中心" },
  { value: 200, label: "其他" },
] as const;

export const orgStates = [
  { value: 1, label: "启用" },
  { value: 0, label: "停用" },
] as const;

export const deepestLevel = 8;

const organisation = z.object({
  orgPid: recordKey.nullish(),
  orgCode: code("机构编号", 20),
  orgName: requiredText("机构名称", 64),
  orgType: oneOf(orgTypes).default(200),
  sort: z.number().int("请输入整数").min(0, "排序在 0 到 9999 之间").max(9999, "排序在 0 到 9999 之间").default(0),
  leader: text(32).nullish(),
  phone: text(32).nullish(),
  address: text(255).nullish(),
  lng: lng.nullish(),
  lat: lat.nullish(),
  state: oneOf(orgStates).default(1),
});

/** What the page's form sends. */
export const OrganisationForm = organisation
  .extend({ version, reason: text(255).nullish() })
  .superRefine(({ lng, lat }, context) => {
    const [one, other] = [lng ?? null, lat ?? null];
    if ((one === null) !== (other === null))
      context.addIssue({
        code: "custom",
        path: [one === null ? "lng" : "lat"],
        message: "请同时填写经度和纬度，或都留空",
      });
  });

export const OrganisationAdd = organisation.extend({ orgId: recordKey.optional() });
export const OrganisationUpdate = changesOf(organisation).extend({ orgId: recordKey, version });
/** What may be changed of many at once. */
export const OrganisationBulk = changesOf(organisation.pick({ orgPid: true, orgType: true, state: true }));
export const OrganisationKey = z.object({ orgId: recordKey });
export const OrganisationDelete = keysToDelete("orgId", "机构");
export type OrganisationValues = z.output<typeof OrganisationAdd>;

/** What an export may be narrowed to; the keyword finds number, name and leader. */
export const OrganisationFilters = z.object({ keyword: z.string().trim().max(64).optional() });
export type OrganisationFilters = z.output<typeof OrganisationFilters>;

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
