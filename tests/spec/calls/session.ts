import { constants, publicEncrypt } from "node:crypto";
import { expect } from "vitest";
import { account, enter, passwords, testPassword } from "../../kit/accounts";
import { api, visitor, type Visitor } from "../../kit/visit";
import { builtCall } from "../call";

const loginProof = (path: string) => ({
  async success() {
    const { userAccount } = await account();
    const answer = await api().call<{ token: string }>(path, { userAccount, userPassword: testPassword });
    expect(answer).toMatchObject({ success: true, code: 200 });
    expect(
      (await api(answer.data.token).call<{ userAccount: string }>("/api/my/getUserInfo", {}, "GET")).data.userAccount,
    ).toBe(userAccount);
  },
  async refuses() {
    const { userAccount } = await account();
    expect(await visitor().call(path, { userAccount, userPassword: "not this one" })).toMatchObject({
      success: false,
      code: 400,
      reason: "field",
      data: null,
    });
  },
  bad: { body: { userPassword: "x" }, path: "userAccount", message: "请输入账号" },
});
builtCall("/api/base/login/login", loginProof("/api/base/login/login"));
builtCall("/user/login", loginProof("/user/login"));

builtCall("/api/base/login/captchaImage", {
  async success() {
    const answer = await api().call<{ captchaId: string; image: string; expiresIn: number }>(
      "/api/base/login/captchaImage",
      {},
      "GET",
    );
    expect(answer.data.captchaId).toMatch(/^[0-9a-f]{32}$/);
    expect(answer.data.image).toMatch(/^data:image\/png;base64,iVBORw0KGgo/);
  },
  // It tells nothing about anyone; what it guards is the login.
  async refuses(stranger) {
    expect(await stranger.call("/api/base/login/captchaImage", {}, "POST")).toMatchObject({
      status: 405,
      success: false,
    });
  },
});

builtCall("/api/base/login/getPublicKey", {
  async success() {
    const { data: key } = await api().call<{ keyId: string; publicKey: string }>("/api/base/login/getPublicKey");
    const userPassword = publicEncrypt(
      { key: key.publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" },
      Buffer.from(passwords.demo),
    ).toString("base64");
    expect(
      await api().call("/api/base/login/login", { userAccount: "planner", userPassword, keyId: key.keyId }),
    ).toMatchObject({ success: true });
  },
  async refuses(stranger) {
    expect(
      await stranger.call("/api/base/login/login", {
        userAccount: "planner",
        userPassword: "AAAA",
        keyId: "0".repeat(32),
      }),
    ).toMatchObject({ success: false, reason: "field" });
  },
});

builtCall("/api/base/login/getLoginFailTimes", {
  async success() {
    const { userAccount } = await account();
    const times = async () =>
      (await api().call<{ times: number }>("/api/base/login/getLoginFailTimes", { userAccount }, "GET")).data.times;
    expect(await times()).toBe(0);
    await visitor().call("/api/base/login/login", { userAccount, userPassword: "wrong" });
    expect(await times()).toBe(1);
  },
  async refuses(stranger) {
    expect(await stranger.call("/api/base/login/getLoginFailTimes", {}, "GET")).toMatchObject({
      success: false,
      reason: "field",
    });
  },
  bad: { body: { userAccount: "" }, path: "userAccount", message: "请输入账号" },
});

for (const path of ["/user/logout", "/logout"]) {
  builtCall(path, {
    async success() {
      const person = await enter(await account());
      expect(await person.call(path)).toMatchObject({ success: true, data: null });
      expect(await person.call("/api/my/getUserInfo", {}, "GET")).toMatchObject({ code: 10200 });
    },
  });
}

interface Node {
  title: string;
  path: string | null;
  children: Node[];
}
const titles = (nodes: Node[]): string[] => nodes.flatMap((node) => [node.title, ...titles(node.children)]);

builtCall("/api/my/getMenuList", {
  async success(person) {
    expect(titles((await person.call<Node[]>("/api/my/getMenuList", { appCode: "base" })).data)).toEqual(
      expect.arrayContaining(["线路", "线路管理", "站点管理", "地图数据下载"]),
    );
    const reader = await enter(await account({ permissions: ["station.read"] }));
    expect(titles((await reader.call<Node[]>("/api/my/getMenuList", {})).data)).toEqual(["站点", "站点管理"]);
    expect((await reader.call("/api/my/getMenuList", { userRoles: ["0".repeat(32)] })).data).toEqual([]);
    expect((await reader.call("/api/my/getMenuList", { appCode: "another" })).data).toEqual([]);
  },
  bad: { body: { appCode: "a".repeat(65) }, path: "appCode", message: "64" },
});

builtCall("/api/my/getButtonList", {
  async success() {
    const writer = await enter(await account({ permissions: ["station.read", "station.write"] }));
    const { data } = await writer.call<{ permissionCode: string; title: string }[]>("/api/my/getButtonList", {
      appCode: "base",
    });
    expect(data.map(({ permissionCode, title }) => [permissionCode, title])).toEqual([["station.write", "编辑站点"]]);
  },
  bad: { body: { appCode: "a".repeat(65) }, path: "appCode", message: "64" },
});

builtCall("/api/my/getUserInfo", {
  async success() {
    const clerk = visitor();
    await clerk.signIn("clerk", passwords.demo);
    const { data } = await clerk.call("/api/my/getUserInfo", {}, "GET");
    expect(data).toMatchObject({
      userAccount: "clerk",
      userName: "一车队资料员",
      userStatus: "normal",
      isSuper: false,
      roles: [{ roleName: "车队资料员" }],
      avatar: null,
      theme: "chalk",
      workDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
  },
});

builtCall("/api/user/v1.0/changePassword", {
  async success() {
    const { userAccount, userId } = await account();
    const person = await enter({ userId });
    expect(
      await person.call("/api/user/v1.0/changePassword", {
        oldPassword: testPassword,
        newPassword: "Xin-De-Mi-Ma-5521",
      }),
    ).toMatchObject({ success: true });
    const login = (userPassword: string) => visitor().call("/user/login", { userAccount, userPassword });
    expect((await login(testPassword)).success).toBe(false);
    expect((await login("Xin-De-Mi-Ma-5521")).success).toBe(true);
  },
  bad: {
    body: { oldPassword: "whatever it was", newPassword: "short" },
    path: "newPassword",
    message: "至少 8 个字符",
  },
});

builtCall("/api/base-sys-param-info/getList", {
  async success(person) {
    expect((await person.call("/api/base-sys-param-info/getList", { spCode: ["D008", "S014", "D999"] })).data).toEqual([
      { spCode: "D008", spValue: "116.38,39.87" },
      { spCode: "S014", spValue: "1" },
    ]);
    expect((await person.call("/api/base-sys-param-info/getList", { spCode: "D016" })).data).toEqual([
      { spCode: "D016", spValue: "1" },
    ]);
  },
  bad: { body: {}, path: "spCode", message: "请输入参数编码" },
});

builtCall("/api/app/v1.0/appList", {
  async success(person) {
    expect((await person.call<{ appName: string }[]>("/api/app/v1.0/appList")).data).toMatchObject([
      { appCode: "base", appName: "基础数据管理平台" },
    ]);
    expect((await (await enter(await account())).call("/api/app/v1.0/appList")).data).toEqual([]);
  },
});

export const baseApp = async (person: Visitor) =>
  (await person.call<{ appId: string }[]>("/api/app/v1.0/appList")).data[0]!.appId;

builtCall("/api/freeLogin", {
  async success(person) {
    const { data } = await person.call<{ address: string; ticket: string; expiresIn: number }>("/api/freeLogin", {
      appId: await baseApp(person),
    });
    expect(data).toMatchObject({ address: `/homepage?ticket=${data.ticket}`, expiresIn: 60 });
    expect((await api().call<{ appCode: string }>("/api/freeLogin/redeem", { ticket: data.ticket })).data.appCode).toBe(
      "base",
    );
    expect(await api().call("/api/freeLogin/redeem", { ticket: data.ticket })).toMatchObject({
      success: false,
      reason: "field",
    });
  },
  bad: { body: { appId: "1" }, path: "appId", message: "32 位" },
});
