import { expect } from "vitest";
import { account, enter } from "../../kit/accounts";
import type { Visitor } from "../../kit/visit";
import { builtCall } from "../call";
import { orgNamed } from "../../kit/organisations";

interface Organisation {
  orgId: string;
  orgName: string;
  version: number;
  children: Organisation[];
}
const names = (nodes: Organisation[]): string[] => nodes.flatMap((node) => [node.orgName, ...names(node.children)]);
const tree = async (person: Visitor) => (await person.call<Organisation[]>("/api/org/v1.0/orgTree")).data;
let made = 0;
const newOrganisation = async (person: Visitor) =>
  (
    await person.call<Organisation>("/api/org/v1.0/add", {
      orgCode: `Z${++made}`,
      orgName: `支队${made}`,
      orgPid: (await tree(person))[0]!.orgId,
    })
  ).data;

builtCall("/api/org/v1.0/orgTree", {
  async success(person) {
    const roots = await tree(person);
    expect(roots.map((root) => root.orgName)).toEqual(["滨江公交"]);
    expect(names(roots)).toEqual(
      expect.arrayContaining(["第一分公司", "一车队", "二车队", "第二分公司", "三车队", "调度中心"]),
    );
    const orgId = await orgNamed("第一分公司");
    const branch = await enter(await account({ permissions: ["organisation.read"], dataScope: "own-below", orgId }));
    expect(names(await tree(branch)).sort()).toEqual(["一车队", "二车队", "第一分公司"].sort());
  },
});
builtCall("/api/org/v1.0/detail", {
  async success(person) {
    const [root] = await tree(person);
    expect((await person.call<Organisation>("/api/org/v1.0/detail", { orgId: root!.orgId })).data.orgName).toBe(
      "滨江公交",
    );
  },
  bad: { body: { orgId: "7" }, path: "orgId", message: "32 位" },
});
builtCall("/api/org/v1.0/add", {
  async success(person) {
    const added = await newOrganisation(person);
    expect(names(await tree(person))).toContain(added.orgName);
    expect((await person.call("/api/org/v1.0/add", { orgCode: `Z${made}`, orgName: "另一个" })).errors).toMatchObject([
      { path: "orgCode", message: "机构编号已被使用" },
    ]);
  },
  bad: { body: { orgName: "没有编号" }, path: "orgCode", message: "请输入机构编号" },
});
builtCall("/api/org/v1.0/update", {
  async success(person) {
    const { orgId, version } = await newOrganisation(person);
    expect(
      (await person.call<Organisation>("/api/org/v1.0/update", { orgId, orgName: "改名车队", version })).data,
    ).toMatchObject({ orgName: "改名车队", version: version + 1 });
    expect(names(await tree(person))).toContain("改名车队");
    expect(await person.call("/api/org/v1.0/update", { orgId, orgName: "过时的", version })).toMatchObject({
      reason: "stale",
      data: { theirs: { orgName: "改名车队" }, mine: { orgName: "过时的" } },
    });
    const [root] = await tree(person);
    expect((await person.call("/api/org/v1.0/update", { orgId: root!.orgId, orgPid: orgId })).errors).toMatchObject([
      { path: "orgPid", message: "不能移动到自己的下级机构" },
    ]);
  },
  bad: {
    body: async (person: Visitor) => ({ orgId: (await newOrganisation(person)).orgId, orgName: "" }),
    path: "orgName",
    message: "请输入机构名称",
  },
});
builtCall("/api/org/v1.0/delete", {
  async success(person) {
    const { orgId, orgName } = await newOrganisation(person);
    expect(await person.call("/api/org/v1.0/delete", { orgId })).toMatchObject({ success: true, data: null });
    expect(names(await tree(person))).not.toContain(orgName);
    const [root] = await tree(person);
    expect(await person.call("/api/org/v1.0/delete", { orgId: root!.orgId })).toMatchObject({
      success: false,
      reason: "used",
      message: expect.stringContaining("下级机构"),
    });
  },
  bad: { body: { ids: [] }, path: "", message: /请选择/ },
});
builtCall("/api/common/v1.0/orgList", {
  async success(person) {
    expect((await person.call<Organisation[]>("/api/common/v1.0/orgList")).data.map((one) => one.orgName)).toEqual(
      expect.arrayContaining(["滨江公交", "三车队"]),
    );
    expect((await (await enter(await account({ dataScope: "own" }))).call("/api/common/v1.0/orgList")).data).toEqual(
      [],
    );
  },
});

interface Dictionary {
  dictId: string;
  codeNum: string;
  version: number;
  dictItemList: { itemNum: string; itemName: string }[];
}
const dictionary = async (person: Visitor, codeNum: string) =>
  (await person.call<Dictionary[]>("/api/code/sys/info/list", { codeNum })).data[0];
const newDictionary = async (person: Visitor) =>
  (
    await person.call<Dictionary>("/api/code/sys/info/add", {
      codeNum: `test_${++made}`,
      codeName: "测试字典",
      dictItemList: [
        { itemNum: "1", itemName: "甲", sort: 1 },
        { itemNum: "2", itemName: "乙", sort: 2 },
      ],
    })
  ).data;

builtCall("/api/code/sys/info/list", {
  async success(person) {
    expect((await dictionary(person, "lineType"))?.dictItemList).toMatchObject([
      { itemNum: "1", itemName: "上下行" },
      { itemNum: "2", itemName: "环行" },
    ]);
    expect(
      (await person.call<Dictionary[]>("/api/code/sys/info/list", { codeNum: ["speaker", "staType"] })).data.map(
        (one) => one.codeNum,
      ),
    ).toEqual(["speaker", "staType"]);
  },
  bad: { body: { codeName: "名".repeat(65) }, path: "codeName", message: /./ },
});
builtCall("/api/code/sys/info/add", {
  async success(person) {
    const { codeNum } = await newDictionary(person);
    expect((await dictionary(person, codeNum))?.dictItemList.map((item) => item.itemName)).toEqual(["甲", "乙"]);
  },
  bad: { body: { codeNum: "有空格 的", codeName: "x" }, path: "codeNum", message: "只能用字母、数字和下划线" },
});
builtCall("/api/code/sys/info/update", {
  async success(person) {
    const { dictId, codeNum, version } = await newDictionary(person);
    expect(
      await person.call("/api/code/sys/info/update", {
        dictId,
        version,
        dictItemList: [{ itemNum: "9", itemName: "丙" }],
      }),
    ).toMatchObject({ success: true, data: { version: version + 1, codeName: "测试字典" } });
    expect((await dictionary(person, codeNum))?.dictItemList).toMatchObject([{ itemNum: "9", itemName: "丙" }]);
    expect(await person.call("/api/code/sys/info/update", { dictId, version, codeName: "过时的" })).toMatchObject({
      reason: "stale",
    });
  },
  bad: {
    body: async (person: Visitor) => ({
      dictId: (await newDictionary(person)).dictId,
      dictItemList: [
        { itemNum: "1", itemName: "甲" },
        { itemNum: "1", itemName: "乙" },
      ],
    }),
    path: "dictItemList.1.itemNum",
    message: "重复",
  },
});
builtCall("/api/code/sys/info/delete", {
  async success(person) {
    const { dictId, codeNum } = await newDictionary(person);
    expect((await person.call("/api/code/sys/info/delete", { ids: [dictId] })).success).toBe(true);
    expect(await dictionary(person, codeNum)).toBeUndefined();
    expect(await person.call("/api/code/sys/info/delete", { dictId })).toMatchObject({
      success: false,
      reason: "missing",
    });
  },
  bad: { body: { dictId: "x" }, path: "", message: /请选择/ },
});
builtCall("/api/code/sys/info/validCodeNum", {
  async success(person) {
    const free = async (codeNum: string, dictId?: string) =>
      (await person.call("/api/code/sys/info/validCodeNum", { codeNum, dictId })).data;
    const known = await dictionary(person, "lineType");
    expect([await free("lineType"), await free("lineType", known!.dictId), await free("nobody_has_this")]).toEqual([
      false,
      true,
      true,
    ]);
  },
  bad: { body: { codeNum: "" }, path: "codeNum", message: "请输入字典编码" },
});
