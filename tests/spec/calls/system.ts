import { expect } from "vitest";
import type { Visitor } from "../../kit/visit";
import { builtCall } from "../call";

interface App {
  appId: string;
  appCode: string;
  appName: string;
  englishShortName: string;
  version: number;
}
interface Module {
  moduleId: string;
  moduleName: string;
  productCode: string;
  version: number;
}
let made = 0;
const app = <T>(person: Visitor, name: string, body: object) => person.call<T>(`/api/app/v1.0/${name}`, body);
const newApp = async (person: Visitor) =>
  (
    await app<App>(person, "add", {
      appCode: `spec-app-${++made}`,
      appName: `规格应用${made}`,
      englishShortName: `SpecApp${made}`,
      address: "https://example.com",
    })
  ).data;
const module = <T>(person: Visitor, name: string, body: object) =>
  person.call<T>(`/api/mavenProject/v1.0/${name}`, body);
const newModule = async (person: Visitor) =>
  (await module<Module>(person, "add", { moduleName: `spec-module-${++made}`, productCode: "base" })).data;
const apps = async (person: Visitor) => (await app<App[]>(person, "list", {})).data;
const modules = async (person: Visitor) =>
  (await module<Module[]>(person, "list", {})).data.map((one) => one.moduleName);

builtCall("/api/app/v1.0/pageList", {
  async success(person) {
    const { data } = await app<{ list: App[]; total: number }>(person, "pageList", {
      pageNum: 1,
      pageSize: 10,
      keyword: "基础数据",
    });
    expect(data).toMatchObject({ total: 1, list: [{ appCode: "base", appName: "基础数据管理平台" }] });
  },
  bad: { body: { pageNum: 0, pageSize: 10 }, path: "pageNum", message: /./ },
});
builtCall("/api/app/v1.0/list", {
  async success(person) {
    expect((await apps(person)).map((one) => one.appName)).toContain("基础数据管理平台");
  },
  bad: { body: { keyword: "长".repeat(65) }, path: "keyword", message: /./ },
});
builtCall("/api/app/v1.0/add", {
  async success(person) {
    const { appId, appName } = await newApp(person);
    expect((await person.get(`/system/app/${appId}`)).text).toContain(appName);
  },
  bad: {
    body: { appCode: "x", appName: "x", englishShortName: "Xx", address: "javascript:alert(1)" },
    path: "address",
    message: "http://",
  },
});
builtCall("/api/app/v1.0/update", {
  async success(person) {
    const { appId, version } = await newApp(person);
    expect((await app<App>(person, "update", { appId, appName: "改名的应用", version })).data).toMatchObject({
      appName: "改名的应用",
      version: version + 1,
    });
    expect((await apps(person)).map((one) => one.appName)).toContain("改名的应用");
    expect(await app(person, "update", { appId, appName: "过时的", version })).toMatchObject({ reason: "stale" });
  },
  bad: {
    body: async (person: Visitor) => ({ appId: (await newApp(person)).appId, appName: "" }),
    path: "appName",
    message: "请输入应用名称",
  },
});
builtCall("/api/app/v1.0/delete", {
  async success(person) {
    const { appId, appName } = await newApp(person);
    expect(await app(person, "delete", { ids: [appId] })).toMatchObject({ success: true, data: null });
    expect((await apps(person)).map((one) => one.appName)).not.toContain(appName);
    const own = (await apps(person)).find((one) => one.appCode === "base")!;
    expect(await app(person, "delete", { appId: own.appId })).toMatchObject({ reason: "used" });
  },
  bad: { body: { appId: "x" }, path: "", message: /请选择/ },
});
builtCall("/api/app/v1.0/validateEnglishShortName", {
  async success(person) {
    const free = async (englishShortName: string, appId?: string) =>
      (await app(person, "validateEnglishShortName", { englishShortName, appId })).data;
    const own = (await apps(person)).find((one) => one.appCode === "base")!;
    expect([await free("BASE"), await free("base", own.appId), await free("nobodyhasthis")]).toEqual([
      false,
      true,
      true,
    ]);
  },
  bad: { body: { englishShortName: "" }, path: "englishShortName", message: "请输入英文简称" },
});

builtCall("/api/mavenProject/v1.0/pageList", {
  async success(person) {
    const { moduleName } = await newModule(person);
    expect(
      (await module<{ list: Module[] }>(person, "pageList", { pageNum: 1, pageSize: 10, keyword: moduleName })).data
        .list,
    ).toMatchObject([{ moduleName, productName: "基础数据管理平台" }]);
  },
  bad: { body: { pageNum: 1, pageSize: 501 }, path: "pageSize", message: /./ },
});
builtCall("/api/mavenProject/v1.0/list", {
  async success(person) {
    const { moduleName } = await newModule(person);
    expect(await modules(person)).toContain(moduleName);
  },
  bad: { body: { keyword: "长".repeat(65) }, path: "keyword", message: /./ },
});
builtCall("/api/mavenProject/v1.0/add", {
  async success(person) {
    const { moduleId, moduleName } = await newModule(person);
    expect((await person.get(`/module/module-management/${moduleId}`)).text).toContain(moduleName);
    expect((await module(person, "add", { moduleName, productCode: "base" })).errors).toMatchObject([
      { path: "moduleName", message: "模块名称已被使用" },
    ]);
  },
  bad: { body: { moduleName: "m", productCode: "nobody" }, path: "productCode", message: "没有编码为“nobody”的应用" },
});
builtCall("/api/mavenProject/v1.0/update", {
  async success(person) {
    const { moduleId, version } = await newModule(person);
    expect(
      (await module<Module>(person, "update", { moduleId, moduleName: `renamed-${made}`, version })).data,
    ).toMatchObject({ productCode: "base", version: version + 1 });
    expect(await modules(person)).toContain(`renamed-${made}`);
  },
  bad: {
    body: async (person: Visitor) => ({ moduleId: (await newModule(person)).moduleId, moduleName: "" }),
    path: "moduleName",
    message: "请输入模块名称",
  },
});
builtCall("/api/mavenProject/v1.0/delete", {
  async success(person) {
    const { moduleId, moduleName } = await newModule(person);
    expect((await module(person, "delete", { moduleId })).success).toBe(true);
    expect(await modules(person)).not.toContain(moduleName);
  },
  bad: { body: { ids: [] }, path: "", message: /请选择/ },
});
builtCall("/api/mavenProject/v1.0/validMavenProjectName", {
  async success(person) {
    const known = await newModule(person);
    const free = async (moduleName: string, moduleId?: string) =>
      (await module(person, "validMavenProjectName", { moduleName, moduleId })).data;
    expect([
      await free(known.moduleName),
      await free(known.moduleName, known.moduleId),
      await free("nobody-has-this"),
    ]).toEqual([false, true, true]);
  },
  bad: { body: { moduleName: "" }, path: "moduleName", message: "请输入模块名称" },
});
builtCall("/api/mavenProject/v1.0/productCodeSelector", {
  async success(person) {
    expect((await module(person, "productCodeSelector", {})).data).toContainEqual({
      productCode: "base",
      productName: "基础数据管理平台",
    });
  },
});
builtCall("/base-api/productCascader", {
  async success(person) {
    const { moduleName } = await newModule(person);
    const { data } = await person.call<{ value: string; children: { value: string }[] }[]>("/base-api/productCascader");
    expect(data.find((product) => product.value === "base")!.children).toContainEqual({
      value: moduleName,
      label: moduleName,
    });
  },
});
builtCall("/base-api/list", {
  async success(person) {
    const { moduleName } = await newModule(person);
    const { appCode } = await newApp(person);
    const of = async (productCode: string) =>
      (await person.call<Module[]>("/base-api/list", { productCode })).data.map((one) => one.moduleName);
    expect(await of("base")).toContain(moduleName);
    expect(await of(appCode)).toEqual([]);
  },
  bad: { body: { productCode: "长".repeat(33) }, path: "productCode", message: "最多 32 个字" },
});

interface Resource {
  resourceId: string;
  appId: string;
  resourceName: string;
  title: string;
  version: number;
  children: Resource[];
}
const resource = <T>(person: Visitor, name: string, body: object) => person.call<T>(`/api/resource/v1.0/${name}`, body);
const own = async (person: Visitor) => (await apps(person)).find((one) => one.appCode === "base")!.appId;
const newResource = async (person: Visitor) =>
  (
    await resource<Resource>(person, "add", {
      appId: await own(person),
      type: "page",
      resourceName: `SpecPage${++made}`,
      title: `规格页面${made}`,
      path: "/spec",
    })
  ).data;
const named = async (person: Visitor, keyword: string) =>
  (await resource<Resource[]>(person, "list", { keyword })).data.map((one) => one.title);

builtCall("/api/resource/v1.0/pageList", {
  async success(person) {
    expect(
      (await resource(person, "pageList", { pageNum: 1, pageSize: 10, keyword: "StationManagement", type: "page" }))
        .data,
    ).toMatchObject({ total: 1, list: [{ title: "站点管理", permissionCode: "station.read" }] });
  },
  bad: { body: { pageNum: 1, pageSize: 10, type: "window" }, path: "type", message: "请选择类型" },
});
builtCall("/api/resource/v1.0/list", {
  async success(person) {
    expect(await named(person, "line-management")).toContain("线路管理");
  },
  bad: { body: { keyword: "长".repeat(65) }, path: "keyword", message: /./ },
});
builtCall("/api/resource/v1.0/add", {
  async success(person) {
    const { resourceId, title } = await newResource(person);
    expect((await person.get(`/system/resource/${resourceId}`)).text).toContain(title);
  },
  bad: {
    body: async (person: Visitor) => ({
      appId: await own(person),
      type: "page",
      resourceName: "Spec",
      title: "规格",
      path: "/spec",
      permissionCode: "line.fly",
    }),
    path: "permissionCode",
    message: "程序没有这个权限码",
  },
});
builtCall("/api/resource/v1.0/update", {
  async success(person) {
    const { resourceId, version } = await newResource(person);
    expect(
      (await resource<Resource>(person, "update", { resourceId, title: "改名的资源", version })).data,
    ).toMatchObject({ title: "改名的资源", version: version + 1 });
    expect(await named(person, "改名的资源")).toEqual(["改名的资源"]);
    expect(await resource(person, "update", { resourceId, title: "过时的", version })).toMatchObject({
      reason: "stale",
    });
  },
  bad: {
    body: async (person: Visitor) => ({
      resourceId: (await newResource(person)).resourceId,
      path: "https://example.com",
    }),
    path: "path",
    message: "本站路径",
  },
});
builtCall("/api/resource/v1.0/delete", {
  async success(person) {
    const { resourceId, title } = await newResource(person);
    expect((await resource(person, "delete", { resourceId })).success).toBe(true);
    expect(await named(person, title)).toEqual([]);
    const [line] = (await resource<Resource[]>(person, "list", { keyword: "LineManagement" })).data;
    expect(await resource(person, "delete", { resourceId: line!.resourceId })).toMatchObject({ reason: "used" });
  },
  bad: { body: { ids: [] }, path: "", message: /请选择/ },
});
builtCall("/api/resource/v1.0/copyResource", {
  async success(person) {
    const { resourceId, resourceName } = await newResource(person);
    const { appId } = await newApp(person);
    expect((await resource<Resource>(person, "copyResource", { resourceId, appId, title: "抄本" })).data).toMatchObject(
      { appId, resourceName },
    );
    expect(await named(person, "抄本")).toEqual(["抄本"]);
  },
  bad: { body: { resourceId: "x" }, path: "resourceId", message: "32 位" },
});
builtCall("/api/resource/v1.0/resourceTree", {
  async success(person) {
    const { data } = await resource<Resource[]>(person, "resourceTree", { appId: await own(person) });
    const line = data.find((node) => node.title === "线路")!;
    expect(line.children.map((node) => node.title)).toContain("线路管理");
    expect(line.children.find((node) => node.title === "线路管理")!.children.map((node) => node.title)).toContain(
      "发布线路版本",
    );
  },
  bad: { body: { appId: "x" }, path: "appId", message: "32 位" },
});
builtCall("/api/resource/v1.0/resourceAuthList", {
  async success(person) {
    expect((await resource<Resource[]>(person, "resourceAuthList", {})).data.map((one) => one.title)).toContain(
      "线路管理",
    );
  },
  bad: { body: { roleId: "x" }, path: "roleId", message: "32 位" },
});
