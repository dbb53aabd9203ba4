import { z } from "zod";
import { createCaptcha } from "~/kit/data/access/captcha.server";
import { changePassword } from "~/kit/data/access/change-password.server";
import { confirmPassword } from "~/kit/data/access/own-guess.server";
import { readLoginFailures } from "~/kit/data/access/login-failures.server";
import { login } from "~/kit/data/access/login.server";
import { loginKey } from "~/kit/data/access/login-key.server";
import { buttonsOf, menuOf } from "~/kit/data/access/menu.server";
import { noteSecurityEvent } from "~/kit/data/access/security-events.server";
import { endSession, type Profile } from "~/kit/data/access/session.server";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { api, type ApiCall, endpoint, publicEndpoint } from "~/kit/page/http/api.server";
import { staticNavigation } from "../frame/navigation.server";
import { portalApps, redeemTicket, ticketAddress } from "./portal.server";
import {
  ButtonRequest,
  ConfirmForm,
  FailTimesRequest,
  FreeLoginRequest,
  LoginForm,
  MenuNode,
  MenuRequest,
  Nothing,
  PasswordForm,
  UserInfo,
} from "./schema";
import { userInfo } from "./user-info.server";

const Token = z.object({ token: z.string() });

const loginCall = publicEndpoint(LoginForm, Token, async ({ request, clientAddress, requestId }, sent) => {
  const userAgent = request.headers.get("user-agent");
  const { token } = await login(sent, { address: clientAddress, requestId, userAgent, kind: "call" });
  return { token };
});

const beforeReady = { beforeReady: true };

const logoutCall = endpoint(
  "signed-in",
  Nothing,
  z.null(),
  async (viewer) => {
    await endSession(viewer.sessionId, "logout");
    noteSecurityEvent(viewer, "sign-out");
    return null;
  },
  beforeReady,
);

const codeOf = (viewer: Viewer, asked: string | null | undefined) =>
  asked && asked !== "null" ? asked : viewer.appCode;

/** The menu of the roles named as getUserInfo names them, within the caller's own. */
function menuList(viewer: Viewer, { userRoles, appCode }: z.output<typeof MenuRequest>, { facts }: ApiCall) {
  const roles = userRoles?.map((role) => (typeof role === "string" ? role : role.roleId));
  return (
    staticNavigation({ viewer, profile: profileOf(facts, roles) }) ?? menuOf(viewer, codeOf(viewer, appCode), roles)
  );
}

function profileOf({ profile }: ApiCall["facts"], only?: string[]): Profile {
  const isAsked = ({ roleId, roleName }: Profile["roles"][number]) =>
    !only || only.includes(roleId) || only.includes(roleName);
  return { ...profile!, roles: profile!.roles.filter(isAsked) };
}

export const sessionApi = [
  api("/api/base/login", {
    login: loginCall,
    captchaImage: publicEndpoint(
      Nothing,
      z.object({ captchaId: z.string(), image: z.string(), expiresIn: z.number() }),
      ({ clientAddress }) => createCaptcha(clientAddress),
      { method: "GET" },
    ),
    getPublicKey: publicEndpoint(
      Nothing,
      z.object({ keyId: z.string(), publicKey: z.string(), algorithm: z.string(), expiresIn: z.number() }),
      ({ clientAddress }) => loginKey(clientAddress),
    ),
    getLoginFailTimes: publicEndpoint(
      FailTimesRequest,
      z.object({ times: z.number(), captchaRequired: z.boolean() }),
      (_call, { userAccount }) => readLoginFailures(userAccount),
      { method: "GET" },
    ),
  }),
  api("/user", { login: loginCall, logout: logoutCall }),
  api("/logout", { "": logoutCall }),
  api("/api/my", {
    getMenuList: endpoint("signed-in", MenuRequest, z.array(MenuNode), menuList, {
      ...beforeReady,
      onlyReads: true,
    }),
    getButtonList: endpoint(
      "signed-in",
      ButtonRequest,
      z.array(z.object({ resourceName: z.string(), permissionCode: z.string(), title: z.string() })),
      async (viewer, { appCode }) =>
        (await buttonsOf(viewer, codeOf(viewer, appCode))).filter((button) => allows(viewer, button.permissionCode)),
      beforeReady,
    ),
    getUserInfo: endpoint("signed-in", Nothing, UserInfo, (viewer) => userInfo(viewer), {
      method: "GET",
      ...beforeReady,
    }),
  }),
  api("/api/user/v1.0", {
    changePassword: endpoint(
      "signed-in",
      PasswordForm,
      z.null(),
      async (viewer, sent, { clientAddress }) => {
        await changePassword(viewer, sent, clientAddress);
        return null;
      },
      beforeReady,
    ),
    confirmPassword: endpoint(
      "signed-in",
      ConfirmForm,
      z.null(),
      async (viewer, { userPassword }, { clientAddress }) => {
        await confirmPassword(viewer, userPassword, clientAddress);
        return null;
      },
    ),
  }),
  api("/api/app/v1.0", {
    appList: endpoint(
      "signed-in",
      Nothing,
      z.array(
        z.object({
          appId: z.string(),
          appCode: z.string(),
          appName: z.string(),
          englishShortName: z.string(),
          address: z.string().nullable(),
          icon: z.string().nullable(),
        }),
      ),
      (viewer) => portalApps(viewer),
    ),
  }),
  api("/api/freeLogin", {
    "": endpoint(
      "signed-in",
      FreeLoginRequest,
      z.object({ address: z.string(), ticket: z.string(), expiresIn: z.number() }),
      (viewer, { appId }) => ticketAddress(viewer, appId),
    ),
    redeem: publicEndpoint(
      z.object({ ticket: z.string({ error: "请提供 ticket" }).min(20, "ticket 不正确").max(200) }),
      z.object({ userId: z.string(), userAccount: z.string(), userName: z.string(), appCode: z.string() }),
      (_call, { ticket }) => redeemTicket(ticket),
    ),
  }),
];
