import { expect } from "vitest";
import { fleetNames } from "~/seed/demo-fleet";
import type { Visitor } from "../../kit/visit";
import { builtCall } from "../call";

interface Model {
  modelUuid: string;
  modelNum: string;
  version: number;
}

const kinds = [
  {
    at: "/api/bus/model/v1.0",
    valid: "validModelNum",
    page: "/model/bus-model",
    noun: "车辆型号",
    taken: "车辆型号已存在",
    demo: fleetNames.busModels.electric,
    text: "brand",
    whole: { seats: 33 },
    bad: { seats: 151 },
    refusal: "1 到 150",
    search: "12mcddkc",
    usedBy: fleetNames.buses.first,
  },
  {
    at: "/api/dev/model/v1.0",
    valid: "validDeviceModelNum",
    page: "/model/device-model",
    noun: "设备型号",
    taken: "设备型号已存在",
    demo: fleetNames.deviceModels.board,
    text: "factory",
    whole: { sort: 33 },
    bad: { sort: 10_000 },
    refusal: "0 到 9999",
    search: "dzzp",
    usedBy: fleetNames.devices.board,
  },
];
let made = 0;

for (const { at, valid, page, noun, taken, demo, text, whole, bad, refusal, search, usedBy } of kinds) {
  const found = async (person: Visitor, keyword: string) =>
    (await person.call<Model[]>(`${at}/list`, { keyword })).data;
  const added = async (person: Visitor) =>
    (await person.call<Model>(`${at}/add`, { modelNum: `JK-${++made}`, [text]: "接口厂" })).data;
  const badField = { path: Object.keys(bad)[0]!, message: refusal };

  builtCall(`${at}/pageList`, {
    async success(person) {
      const all = (
        await person.call<{ list: Model[]; total: number }>(`${at}/pageList`, {
          sortField: "modelNum",
          sortOrder: "desc",
        })
      ).data;
      expect(all.list.map((row) => row.modelNum)).toContain(demo);
      expect(all.list.map((row) => row.modelNum)).toEqual(
        all.list
          .map((row) => row.modelNum)
          .sort()
          .reverse(),
      );
      expect((await person.call(`${at}/pageList`, { keyword: search, pageSize: 1 })).data).toMatchObject({
        total: 1,
        list: [{ modelNum: demo }],
      });
    },
    bad: { body: { pageSize: 501 }, path: "pageSize", message: "最大为 500" },
  });
  builtCall(`${at}/list`, {
    async success(person) {
      expect(
        (await person.call<Model[]>(`${at}/list`, { modelNum: demo.toLowerCase() })).data.map((row) => row.modelNum),
      ).toEqual([demo]);
    },
    bad: { body: { keyword: "长".repeat(65) }, path: "keyword", message: "最多 64 个字" },
  });
  builtCall(`${at}/add`, {
    async success(person) {
      const model = await added(person);
      expect(model).toMatchObject({ version: 1, [text]: "接口厂" });
      expect((await person.get(`${page}/${model.modelUuid}`)).text).toContain(model.modelNum);
      expect((await person.call(`${at}/add`, { modelNum: model.modelNum })).errors).toMatchObject([
        { path: "modelNum", message: taken },
      ]);
    },
    bad: { body: { modelNum: "坏", ...bad }, ...badField },
  });
  builtCall(`${at}/update`, {
    async success(person) {
      const { modelUuid, modelNum, version } = await added(person);
      expect((await person.call(`${at}/update`, { modelUuid, ...whole, version })).data).toMatchObject({
        ...whole,
        modelNum,
        [text]: "接口厂",
        version: version + 1,
      });
      expect(await found(person, modelNum)).toMatchObject([whole]);
      expect(await person.call(`${at}/update`, { modelUuid, [text]: "过时的", version })).toMatchObject({
        reason: "stale",
      });
    },
    bad: { body: async (person: Visitor) => ({ modelUuid: (await added(person)).modelUuid, ...bad }), ...badField },
  });
  builtCall(`${at}/delete`, {
    async success(person) {
      const [one, two] = [await added(person), await added(person)];
      const [known] = await found(person, demo);
      expect(await person.call(`${at}/delete`, { ids: [one.modelUuid, known!.modelUuid] })).toMatchObject({
        reason: "used",
        message: expect.stringMatching(new RegExp(`^${noun}“.+”正被.+“${usedBy}[ ”]`)),
      });
      expect(await found(person, one.modelNum)).toHaveLength(1);
      expect(await person.call(`${at}/delete`, { ids: [one.modelUuid, two.modelUuid] })).toMatchObject({
        success: true,
      });
      expect(await found(person, one.modelNum)).toEqual([]);
    },
    bad: { body: {}, path: "", message: "请选择" },
  });
  builtCall(`${at}/${valid}`, {
    async success(person) {
      const [known] = await found(person, demo);
      const free = async (body: object) => (await person.call(`${at}/${valid}`, body)).data;
      expect([
        await free({ modelNum: "WU-1" }),
        await free({ modelNum: demo }),
        await free({ modelNum: demo, modelUuid: known!.modelUuid }),
      ]).toEqual([true, false, true]);
    },
    bad: { body: { modelNum: "" }, path: "modelNum", message: `请输入${noun}` },
  });
}

builtCall("/api/bus/v1.0/busModelSelector", {
  async success(person) {
    const models = (await person.call<Model[]>("/api/bus/v1.0/busModelSelector")).data;
    expect(models.filter(({ modelNum }) => modelNum.startsWith("BJD"))).toMatchObject([
      { modelNum: fleetNames.busModels.hybrid },
      { modelNum: fleetNames.busModels.electric, approved: 80 },
      { modelNum: fleetNames.busModels.articulated },
    ]);
  },
});
