import { z } from "zod";
import { recordKey } from "~/kit/page/forms/rules";
import { userRoom } from "./room";

/** Disables a user or lets them in again; the other statuses have calls of their own. */
const userStatus = z
  .enum(["normal", "disabled"], { error: "状态只能改为 normal（启用）或 disabled（停用）" })
  .optional();
export const UserUpdate = userRoom.Update.extend({ userStatus });
export const UserBulk = userRoom.Bulk.extend({ userStatus });
/** The page's form: a new user may begin with roles. */
export const UserForm = userRoom.Form.extend({
  roleIds: z.array(recordKey).max(50, "一次最多授予 50 个角色").default([]),
});
export const UserKey = z.object({ userId: recordKey });
export const AccountCheck = z.object({
  userAccount: userRoom.fields.userAccount.rule,
  userId: recordKey.optional(),
});
export type UserValues = z.output<typeof userRoom.Add>;

/** A new user with the password to hand over; null when the same `add` had been answered before. */
export const NewUser = userRoom.Row.extend({ password: z.string().nullable() });
export const NewPassword = z.object({ userId: z.string(), userAccount: z.string(), password: z.string() });

export const RoleOfUser = z.object({ roleId: z.string(), roleName: z.string(), enabled: z.boolean() });

/** A role in the tree of a user's roles; `disabled` where the caller may neither give nor take it. */
export const RoleTick = z.object({
  id: z.string(),
  label: z.string(),
  checked: z.boolean(),
  disabled: z.boolean(),
  get children() {
    return z.array(RoleTick);
  },
});
export type RoleTick = { id: string; label: string; checked: boolean; disabled: boolean; children: RoleTick[] };

export const PersonQuery = z.object({ orgId: recordKey });
export const PersonSearch = z.object({ keyword: z.string().trim().max(64).optional(), orgId: recordKey.optional() });
export const PersonOfOrganisation = z.object({
  personUuid: z.string(),
  jobNumber: z.string(),
  name: z.string(),
  orgId: z.string(),
  isValid: z.boolean(),
  /** The user that stands for the person, if the caller may see it. */
  userId: z.string().nullable(),
});
export const PersonChoice = z.object({
  value: z.string(),
  label: z.string(),
  isValid: z.boolean(),
  disabled: z.boolean(),
});

export const UserNode = z.object({
  id: z.string(),
  pId: z.string().nullable(),
  title: z.string(),
  type: z.enum(["organisation", "user"]),
  get children() {
    return z.array(UserNode);
  },
});
export type UserNode = {
  id: string;
  pId: string | null;
  title: string;
  type: "organisation" | "user";
  children: UserNode[];
};
