import { z } from "zod";
import { keysToDelete, recordKey, requiredText, text, version } from "~/kit/page/forms/rules";
import { changesOf } from "~/kit/page/http/changes";

export const userStatuses = [
  { value: "normal", label: "正常" },
  { value: "must-change-password", label: "待改密码" },
  { value: "locked", label: "已锁定" },
  { value: "disabled", label: "已停用" },
] as const;

const userAccount = z
  .string({ error: "请输入账号" })
  .trim()
  .normalize("NFKC")
  .regex(/^[A-Za-z0-9][A-Za-z0-9._@-]{2,31}$/, {
    error: ({ input }) => (input ? "账号是 3 到 32 个字母、数字或 . _ @ -，以字母或数字开头" : "请输入账号"),
  });

const user = z.object({
  userAccount,
  userName: requiredText("姓名", 32),
  personUuid: recordKey.nullish(),
  orgId: recordKey.nullish(),
  isSuper: z.boolean(),
});
const usual = { isSuper: user.shape.isSuper.default(false) };

export const UserForm = user.extend({ ...usual, version, reason: text(255).nullish() });
export const UserAdd = user.extend({ ...usual, userId: recordKey.optional() });
/** Disables a user or lets them in again; the other statuses have calls of their own. */
const userStatus = z
  .enum(["normal", "disabled"], { error: "状态只能改为 normal（启用）或 disabled（停用）" })
  .optional();
export const UserUpdate = changesOf(user).extend({ userId: recordKey, userStatus, version });
/** What may be changed of many at once. */
export const UserBulk = changesOf(user.pick({ orgId: true })).extend({ userStatus });
export const UserDelete = keysToDelete("userId", "用户");
export const UserKey = z.object({ userId: recordKey });
export const AccountCheck = z.object({ userAccount, userId: recordKey.optional() });
export type UserValues = z.output<typeof UserAdd>;

export const UserFilters = z.object({
  keyword: z.string().trim().max(64).optional(),
  userAccount: z.string().trim().max(32).optional(),
  userName: z.string().trim().max(32).optional(),
  orgId: recordKey.optional(),
  roleId: recordKey.optional(),
  userStatus: z.enum(["normal", "must-change-password", "locked", "disabled"], { error: "请从列表中选择" }).optional(),
});
export type UserFilters = z.output<typeof UserFilters>;

export const UserRow = z.object({
  userId: z.string(),
  userAccount: z.string(),
  userName: z.string(),
  personUuid: z.string().nullable(),
  personName: z.string().nullable(),
  orgId: z.string().nullable(),
  orgName: z.string().nullable(),
  userStatus: z.string(),
  isSuper: z.boolean(),
  avatar: z.string().nullable(),
  roleNames: z.array(z.string()),
  /** When one of the user's sessions was last used. */
  lastSeenAt: z.coerce.date().nullable(),
  version: z.number(),
  updatedAt: z.coerce.date(),
});
export type UserRow = z.output<typeof UserRow>;

/** A new user with the password to hand over; null when the same `add` had been answered before. */
export const NewUser = UserRow.extend({ password: z.string().nullable() });
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
export const PersonChoice = z.object({ value: z.string(), label: z.string(), disabled: z.boolean() });

/** An organisation with those below it and its users, or a user. */
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
