import { z } from "zod";
import { secrets } from "~/kit/data/access/secret-fields";

const longest = (most: number) => z.string().max(most, `最多 ${most} 个字符`);

/** What a login sends; keyId present means that userPassword is encrypted with that key. */
export const LoginForm = z.object({
  userAccount: z.string({ error: "请输入账号" }).trim().min(1, "请输入账号").max(32, "最多 32 个字符"),
  ...secrets({
    userPassword: z.string({ error: "请输入密码" }).min(1, "请输入密码").max(1024, "最多 1024 个字符"),
    captchaId: longest(32).optional(),
    captchaCode: longest(16).optional(),
  }),
  keyId: longest(32).optional(),
  ...secrets({ secondFactorCode: longest(32).optional() }),
});

/** A code as it is typed, with spaces or dashes. */
const typedCode = z.string({ error: "请输入动态码" }).trim().min(1, "请输入动态码").max(32, "最多 32 个字符");
const password = z.string({ error: "请输入密码" }).min(1, "请输入密码").max(128, "最多 128 个字符");

export const CodeForm = z.object(secrets({ code: typedCode }));
export const ConfirmForm = z.object(secrets({ userPassword: password }));
export const ProofForm = z.object(secrets({ password, code: typedCode }));
export const SetupForm = z.object({ setup: z.string().max(1000), ...secrets({ newCode: typedCode, password }) });
export const RenewForm = SetupForm.extend(secrets({ code: typedCode }));

export const PasswordForm = z.object(
  secrets({
    oldPassword: z.string({ error: "请输入原密码" }).min(1, "请输入原密码").max(128, "最多 128 个字符"),
    newPassword: z.string({ error: "请输入新密码" }).min(8, "密码至少 8 个字符").max(128, "最多 128 个字符"),
  }),
);

/** The page asks for the new password twice. */
export const PasswordPageForm = PasswordForm.extend(
  secrets({ repeated: z.string({ error: "请再次输入新密码" }).min(1, "请再次输入新密码") }),
).refine((sent) => sent.newPassword === sent.repeated, { path: ["repeated"], message: "两次输入的新密码不一致" });

export const UserInfo = z.object({
  userId: z.string(),
  userAccount: z.string(),
  userName: z.string(),
  userStatus: z.string(),
  roles: z.array(z.object({ roleId: z.string(), roleName: z.string() })),
  isSuper: z.boolean(),
  avatar: z.string().nullable(),
  theme: z.string(),
  workDate: z.string(),
});

const menuNode = {
  resourceId: z.string(),
  pid: z.string().nullable(),
  type: z.enum(["menu", "page", "link", "button"]),
  resourceName: z.string(),
  title: z.string(),
  permissionCode: z.string().nullable(),
  path: z.string().nullable(),
  icon: z.string().nullable(),
  isHome: z.boolean(),
  noCache: z.boolean(),
  resourceSort: z.number(),
};
export const MenuNode: z.ZodType = z.object({
  ...menuNode,
  get children() {
    return z.array(MenuNode);
  },
});

const appCode = z.string().trim().max(64).nullish();
/** A role as getUserInfo names it, or its key or title alone. */
const heldRole = z.union(
  [z.string().max(64), z.object({ roleId: z.string().max(32), roleName: z.string().max(64).optional() })],
  { error: "角色应为 getUserInfo 返回的 roles，或角色主键的数组" },
);
export const MenuRequest = z.object({ userRoles: z.array(heldRole).max(200).nullish(), appCode });
export const ButtonRequest = z.object({ appCode });
export const FailTimesRequest = z.object({
  userAccount: z.string({ error: "请输入账号" }).trim().min(1, "请输入账号").max(64),
});
export const FreeLoginRequest = z.object({
  appId: z.string({ error: "请选择应用" }).regex(/^[0-9a-f]{32}$/, "应用主键应为 32 位小写十六进制数字"),
});
export const Nothing = z.object({});
