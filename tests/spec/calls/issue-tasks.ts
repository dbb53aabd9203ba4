import { expect } from "vitest";
import { newKey } from "~/kit/data/db/pool.server";
import { demoTasks } from "~/seed/demo-tasks";
import type { Visitor } from "../../kit/visit";
import { builtCall } from "../call";

const task = (verb: string) => `/line-file-multi-task/${verb}`;
const detail = (verb: string) => `/line-file-multi-task-detail/${verb}`;
const catalog = (verb: string) => `/line-file-catalog/v1.0/${verb}`;
const multi = (verb: string) => `/line-file-multi-info/${verb}`;

interface Task {
  taskUuid: string;
  taskName: string;
  stateName: string;
  total: number;
  failed: number;
  cancelled: number;
}
interface Detail {
  detailUuid: string;
  busUuid: string;
  stateName: string;
  log: { toState: number }[];
}
interface Catalog {
  catalogUuid: string;
  pid: string | null;
  name: string;
}

const good = async <T>(person: Visitor, path: string, body: object = {}): Promise<T> => {
  const answer = await person.call<T>(path, body);
  expect(answer, path).toMatchObject({ success: true });
  return answer.data;
};
const taskNamed = async (person: Visitor, keyword: string) =>
  (await good<{ list: Task[] }>(person, task("pageList"), { keyword })).list[0]!;
const fileOf = async (person: Visitor, keyword: string) =>
  (await good<{ list: { multiUuid: string; fileName: string }[] }>(person, multi("pageList"), { keyword })).list[0]!;
const someBus = async (person: Visitor) => {
  const { taskUuid } = await taskNamed(person, demoTasks.done);
  return (await good<{ list: Detail[] }>(person, detail("pageList"), { taskUuid })).list[0]!.busUuid;
};
const newTask = async (person: Visitor, more: object = {}) => ({
  taskName: "接口任务",
  taskType: 3,
  files: [(await fileOf(person, demoTasks.config.fileName)).multiUuid],
  targets: { busUuids: [await someBus(person)] },
  ...more,
});

builtCall(task("pageList"), {
  async success(person) {
    expect(await taskNamed(person, demoTasks.partly)).toMatchObject({
      taskName: demoTasks.partly,
      stateName: "部分失败",
    });
    const { list } = await good<{ list: Task[] }>(person, task("pageList"), { state: 3 });
    expect(list.map(({ taskName }) => taskName)).toContain(demoTasks.done);
  },
  bad: { body: { pageSize: 501 }, path: "pageSize", message: "500" },
});
builtCall(task("add"), {
  async success(person) {
    const taskUuid = newKey();
    const sent = await newTask(person, { taskUuid, taskName: "接口新建" });
    expect(await good(person, task("add"), sent)).toMatchObject({
      taskUuid,
      vehicles: 1,
      stateName: "未启动",
      leftOut: [],
    });
    expect(await good(person, task("add"), sent)).toMatchObject({ taskUuid });
    expect((await taskNamed(person, "接口新建")).total).toBe(1);
  },
  bad: { body: async (person: Visitor) => newTask(person, { retry: 11 }), path: "retry", message: "0 到 10" },
});
builtCall(task("startTask"), {
  async success(person) {
    const { taskUuid } = await good<Task>(person, task("add"), await newTask(person, { taskName: "接口启动" }));
    expect(await good(person, task("startTask"), { taskUuid })).toMatchObject({ stateName: "进行中" });
    expect((await person.get(`/voice/issue-task/${taskUuid}`)).$("h1").text()).toContain("接口启动");
  },
  bad: { body: { taskUuid: "7" }, path: "taskUuid", message: "32 位" },
});
builtCall(task("fastTask"), {
  async success(person) {
    await good(person, task("fastTask"), await newTask(person, { taskName: "接口立即" }));
    expect(await taskNamed(person, "接口立即")).toMatchObject({ stateName: "进行中", total: 1 });
  },
  bad: { body: async (person: Visitor) => newTask(person, { targets: {} }), path: "targets", message: "至少选择一个" },
});
builtCall(task("downloadLineFile"), {
  async success(person) {
    const { taskUuid } = await taskNamed(person, demoTasks.done);
    const headers = { authorization: person.token!, "content-type": "application/json" };
    const answer = await person.send(task("downloadLineFile"), {
      method: "POST",
      headers,
      body: JSON.stringify({ taskUuid }),
    });
    expect(answer.headers.get("content-type")).toBe("application/octet-stream");
    expect(Buffer.from(await answer.arrayBuffer()).toString("utf8")).toContain("演示用的内容");
  },
  bad: { body: { taskUuid: "7" }, path: "taskUuid", message: "32 位" },
});
builtCall(task("removeByIds"), {
  async success(person) {
    const { taskUuid } = await good<Task>(person, task("add"), await newTask(person, { taskName: "接口删除" }));
    await good(person, task("removeByIds"), { ids: [taskUuid] });
    expect(await taskNamed(person, "接口删除")).toBeUndefined();
  },
  bad: { body: { ids: [] }, path: "", message: "taskUuid" },
});
builtCall(detail("pageList"), {
  async success(person) {
    const { taskUuid, failed } = await taskNamed(person, demoTasks.partly);
    const page = await good<{ total: number; list: Detail[] }>(person, detail("pageList"), { taskUuid, state: 3 });
    expect([page.total, page.list[0]!.stateName]).toEqual([failed, "失败"]);
  },
  bad: { body: { state: 3 }, path: "taskUuid", message: "taskUuid" },
});
builtCall(detail("getDetail"), {
  async success(person) {
    const { taskUuid } = await taskNamed(person, demoTasks.done);
    const { list } = await good<{ list: Detail[] }>(person, detail("pageList"), { taskUuid });
    const one = await good<Detail>(person, detail("getDetail"), { detailUuid: list[0]!.detailUuid });
    expect(one.log.map(({ toState }) => toState)).toEqual([0, 1, 2, 4]);
  },
  bad: { body: { detailUuid: "7" }, path: "detailUuid", message: "32 位" },
});
builtCall(detail("removeByIds"), {
  async success(person) {
    const { taskUuid } = await good<Task>(person, task("fastTask"), await newTask(person, { taskName: "接口取消" }));
    const { list } = await good<{ list: Detail[] }>(person, detail("pageList"), { taskUuid });
    await good(person, detail("removeByIds"), { detailUuid: list[0]!.detailUuid });
    expect(await taskNamed(person, "接口取消")).toMatchObject({ cancelled: 1 });
  },
  bad: { body: { ids: [] }, path: "", message: "detailUuid" },
});

const treeOf = (person: Visitor) => good<Catalog[]>(person, catalog("getTree"));

builtCall(catalog("getTree"), {
  async success(person) {
    const tree = await treeOf(person);
    const below = tree.find(({ name }) => name === demoTasks.below)!;
    expect(tree.find(({ catalogUuid }) => catalogUuid === below.pid)?.name).toBe(demoTasks.catalog);
  },
  bad: { body: { any: 1 }, path: "", message: /any/ },
});
builtCall(catalog("add"), {
  async success(person) {
    const { catalogUuid } = await good<Catalog>(person, catalog("add"), { name: "接口目录" });
    const pid = (await treeOf(person)).find(({ name }) => name === demoTasks.catalog)!.catalogUuid;
    await good(person, catalog("add"), { catalogUuid, pid, name: "接口目录改" });
    expect((await treeOf(person)).find((one) => one.catalogUuid === catalogUuid)).toMatchObject({
      pid,
      name: "接口目录改",
    });
  },
  bad: { body: { name: "长".repeat(33) }, path: "name", message: "32" },
});
builtCall(catalog("delete"), {
  async success(person) {
    const { catalogUuid } = await good<Catalog>(person, catalog("add"), { name: "接口空目录" });
    await good(person, catalog("delete"), { catalogUuid });
    const tree = await treeOf(person);
    expect(tree.some((one) => one.catalogUuid === catalogUuid)).toBe(false);
    const full = tree.find(({ name }) => name === demoTasks.catalog)!;
    expect((await person.call(catalog("delete"), { catalogUuid: full.catalogUuid })).reason).toBe("used");
  },
  bad: { body: { ids: [] }, path: "", message: "catalogUuid" },
});
builtCall(multi("pageList"), {
  async success(person) {
    const { catalogUuid } = (await treeOf(person)).find(({ name }) => name === demoTasks.catalog)!;
    const page = await good<{ list: { fileName: string }[] }>(person, multi("pageList"), { catalogUuid });
    expect(page.list.map(({ fileName }) => fileName)).toContain(demoTasks.video.fileName);
  },
  bad: { body: { pageSize: 501 }, path: "pageSize", message: "500" },
});
builtCall(multi("v1.0/delete"), {
  async success(person) {
    const held = await fileOf(person, demoTasks.config.fileName);
    expect((await person.call(multi("v1.0/delete"), { multiUuid: held.multiUuid })).message).toContain("正被下发任务");
    const free = await fileOf(person, demoTasks.video.fileName);
    await good(person, multi("v1.0/delete"), { multiUuid: free.multiUuid });
    expect(await fileOf(person, demoTasks.video.fileName)).toBeUndefined();
  },
  bad: { body: { ids: [] }, path: "", message: "multiUuid" },
});
