import { readPage } from "../kit/page";
import { send, type WireAnswer } from "./wire";

export type Who = "admin" | "planner" | "viewer" | "nobody";

/** What a person who is signed in sends with a page's request, and with a call. */
export interface Keys {
  cookie: string;
  token: string;
}

/** Permissions of the two whom the fuzz makes: the demo city's role of that name, and whether they see one fleet only. */
const made = { planner: { role: "线网规划员", own: false }, viewer: { role: "查询人员", own: true } } as const;

/**
 * The people of a fuzz: the demo city's administrator, a planner and a viewer of one fleet. The two are made by calls of the
 * administrator, and made anew when requests have taken away what they need; so nobody is ever locked out for long.
 */
export class People {
  private readonly keys = new Map<Who, Keys>();
  private readonly roles = new Map<string, string[]>();
  private fleet: string | null = null;
  private made = 0;
  /** How often somebody had to be let in again. */
  again = -3;
  /** Ids that no request may name: without the administrator nothing goes on. */
  readonly spared = new Set<string>();

  constructor(
    private readonly url: string,
    private readonly password: string,
    /** Told of the password of each person who is made. */
    private readonly tellPassword: (password: string) => void = () => undefined,
  ) {}

  async start(): Promise<void> {
    await this.enter("admin");
    const { list } = await this.must<{ list: Record<string, string>[] }>("/api/user/v1.0/pageList", { pageSize: 500 });
    const admin = list.find(({ userAccount }) => userAccount === "admin")!;
    this.spared.add(admin.userId!).add("admin");
    this.fleet = list.find(({ userAccount }) => userAccount === "clerk")?.orgId ?? null;
    const roles = await this.must<{ roleId: string; roleName: string }[]>("/api/role/v1.0/list", {});
    for (const { role } of Object.values(made)) {
      // An earlier fuzz of this database may have renamed or deleted it.
      const { roleId } = roles.find(({ roleName }) => roleName === role) ?? roles[0]!;
      const { resourceIds } = await this.must<{ resourceIds: string[] }>("/api/role/v1.0/getResourceAuth", { roleId });
      this.roles.set(role, resourceIds);
    }
    await this.enter("planner");
    await this.enter("viewer");
  }

  keysOf(who: Who): Keys | undefined {
    return this.keys.get(who);
  }

  /** Lets a person in again whose session or rights are gone. */
  async enter(who: Who): Promise<void> {
    this.again += 1;
    if (who === "admin") this.keys.set("admin", await this.signIn("admin", this.password));
    else if (who !== "nobody") this.keys.set(who, await this.make(who));
  }

  async call(who: Who, path: string, body: object): Promise<WireAnswer> {
    const headers = { "content-type": "application/json", authorization: this.keys.get(who)?.token ?? "" };
    return send(this.url, { method: "POST", path, headers, body: Buffer.from(JSON.stringify(body)) });
  }

  private async make(who: keyof typeof made): Promise<Keys> {
    const { role, own } = made[who];
    const name = `fuzz-${who}-${Date.now().toString(36)}${++this.made}`;
    const { roleId } = await this.must<{ roleId: string }>("/api/role/v1.0/add", {
      roleName: name,
      dataScope: own ? "own" : "all",
    });
    const known = new Set(
      (await this.must<{ resourceId: string }[]>("/api/resource/v1.0/list", {})).map((one) => one.resourceId),
    );
    const resourceIds = this.roles.get(role)!.filter((id) => known.has(id));
    await this.must("/api/role/v1.0/setResourceAuth", { roleId, resourceIds });
    const { userId } = await this.must<{ userId: string }>("/api/user/v1.0/add", {
      userAccount: name,
      userName: name,
      orgId: this.fleet,
    });
    await this.must("/api/user/v1.0/setRoleAuth", { userId, roleIds: [roleId] });
    const { password } = await this.must<{ password: string }>("/api/user/v1.0/resetPassword", { userId });
    const first = await this.signIn(name, password);
    this.keys.set(who, first);
    const newPassword = `Mo-Hu-${who}-${this.made}-Ce-Shi-5083`;
    await this.must("/api/user/v1.0/changePassword", { oldPassword: password, newPassword }, who);
    this.tellPassword(newPassword);
    return (await this.isAlive(who)) ? first : this.signIn(name, newPassword);
  }

  private async isAlive(who: Who): Promise<boolean> {
    const headers = { authorization: this.keys.get(who)?.token ?? "" };
    const told = await send(this.url, { method: "GET", path: "/api/my/getUserInfo", headers });
    return /"success":true/.test(told.text);
  }

  private async signIn(userAccount: string, userPassword: string): Promise<Keys> {
    const { token } = await this.must<{ token: string }>(
      "/api/base/login/login",
      { userAccount, userPassword },
      "nobody",
    );
    const entered = await send(this.url, { method: "GET", path: `/?token=${token}`, headers: { accept: "text/html" } });
    const cookie = [entered.headers["set-cookie"] ?? []].flat().map((line) => line.split(";")[0]);
    if (cookie.length === 0)
      throw new Error(`no cookie for ${userAccount}: ${entered.status} ${readPage(entered.text).text}`);
    return { token, cookie: cookie.join("; ") };
  }

  private async must<T>(path: string, body: object, who: Who = "admin", tries = 3): Promise<T> {
    const told = await this.call(who, path, body);
    const envelope = JSON.parse(told.text) as { success: boolean; code: number; data: T };
    if (envelope.success) return envelope.data;
    // Another request may have signed the administrator out meanwhile.
    const isOut = who === "admin" && /^10(111|200)$/.test(String(envelope.code));
    if (!isOut || tries === 0) throw new Error(`${path} was refused: ${told.text.slice(0, 300)}`);
    await this.enter("admin");
    return this.must(path, body, who, tries - 1);
  }
}
