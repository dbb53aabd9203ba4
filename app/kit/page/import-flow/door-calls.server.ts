import { z } from "zod";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { problem } from "~/kit/ground/problem";
import { recordKey, whole } from "~/kit/page/forms/rules";
import { endpoint } from "~/kit/page/http/api.server";
import { checkInput } from "~/kit/page/http/check-input";
import { pageListReply } from "~/kit/page/tables/page-call.server";
import { type Door, type DoorStep, ToldImport, toldKinds, ToldRow } from "./doors";
import { ImportKey, ImportReply, tellImport } from "./import-calls.server";
import type { ImportDoor } from "./import-states";

const doorNames = ["sheet", "line", "map", "audio"] as const satisfies readonly ImportDoor[];
const Detail = ImportReply.extend({ door: z.enum(doorNames), ...ToldImport.shape });
const described = "哪一类导入：sheet 表格，line 线路文件，map 地图数据，audio 语音";

/** The calls that begin, follow, change and take back imports through every door, by the import's key alone. */
export function doorCalls(doors: readonly Door[]) {
  return {
    add: endpoint(
      "signed-in",
      z.object({
        door: z.enum(doorNames, "请选择导入的类别").describe(described),
        fileUuids: z.array(recordKey, "请给出附件主键的数组").min(1, "请选择文件").max(50, "最多 50 个文件"),
        ...anyOf(doors.map(({ start }) => start)),
      }),
      Detail,
      async (viewer, { door: name, fileUuids, ...asked }) => {
        const door = doors.find(({ life }) => life.door === name)!;
        if (!allows(viewer, door.may.write)) throw problem.forbidden();
        return detail(viewer, door, await door.start.carry(viewer, fileUuids, ownFields(door.start, asked)));
      },
    ),
    detail: endpoint(
      "signed-in",
      ImportKey,
      Detail,
      async (viewer, { importUuid }) => detail(viewer, await doorOf(viewer, importUuid), importUuid),
      { onlyReads: true },
    ),
    rows: endpoint(
      "signed-in",
      ImportKey.extend({
        kind: z
          .enum(toldKinds, { error: "请选择行的种类" })
          .describe("wrong 错误，new 新增，changed 修改，same 相同，folded 重复，refused 没有写入"),
        pageNum: whole(1, 1_000_000).default(1),
        pageSize: whole(1, 500).default(50),
      }),
      pageListReply(ToldRow),
      async (viewer, { importUuid, kind, pageNum, pageSize }) => {
        const door = await doorOf(viewer, importUuid);
        const found = await door.rows(viewer, importUuid, kind, { page: pageNum, size: pageSize });
        return { ...found, pageNum, pageSize };
      },
      { onlyReads: true },
    ),
    choose: ofStep("choose", "这种导入没有要选择的内容"),
    correct: ofStep("correct", "这种导入不能在导入中改正，请改好文件后重新上传"),
    confirm: ofStep("confirm", ""),
    cancel: plain("cancel"),
    undo: plain("undo"),
    retry: plain("retry"),
  };

  async function detail(viewer: Viewer, door: Door, importUuid: string): Promise<z.input<typeof Detail>> {
    const row = await door.find(viewer, importUuid);
    return { ...tellImport(row), door: door.life.door, ...(await door.tell(viewer, importUuid)) };
  }

  /** The door through which an import came that the viewer may see; throws problem.missing. */
  async function doorOf(viewer: Viewer, importUuid: string): Promise<Door> {
    for (const door of doors) {
      if (!allows(viewer, door.may.read) && !allows(viewer, door.may.write)) continue;
      const isOurs = await door.find(viewer, importUuid).then(() => true, isMissing);
      if (isOurs) return door;
    }
    throw problem.missing("导入记录");
  }

  async function doorToChange(viewer: Viewer, importUuid: string): Promise<Door> {
    const door = await doorOf(viewer, importUuid);
    if (!allows(viewer, door.may.write)) throw problem.forbidden();
    return door;
  }

  function ofStep(name: "choose" | "correct" | "confirm", refusal: string) {
    const steps = doors.flatMap((door) => door[name] ?? []);
    return endpoint("signed-in", ImportKey.extend(anyOf(steps)), Detail, async (viewer, sent) => {
      const { importUuid, ...asked } = sent as z.output<typeof ImportKey>;
      const door = await doorToChange(viewer, importUuid);
      const step = door[name];
      if (!step) throw problem.field("importUuid", refusal);
      await step.carry(viewer, importUuid, ownFields(step, asked));
      return detail(viewer, door, importUuid);
    });
  }

  function plain(name: "cancel" | "undo" | "retry") {
    return endpoint("signed-in", ImportKey, Detail, async (viewer, { importUuid }) => {
      const door = await doorToChange(viewer, importUuid);
      if (!door[name]) throw problem.field("importUuid", "这种导入不能重新读取，请重新上传");
      await door[name](viewer, importUuid);
      return detail(viewer, door, importUuid);
    });
  }
}

function isMissing(error: unknown): false {
  if ((error as { reason?: unknown }).reason === "missing") return false;
  throw error;
}

/** The fields of several forms as one may send them: each may lack, and is as one of the forms has it. */
function anyOf(steps: readonly Pick<DoorStep<never>, "form">[]): Record<string, z.ZodType> {
  const fields = new Map<string, z.ZodType[]>();
  for (const [name, rule] of steps.flatMap(({ form }) => Object.entries(form.shape as Record<string, z.ZodType>)))
    fields.set(name, [...(fields.get(name) ?? []), rule]);
  return Object.fromEntries([...fields].map(([name, rules]) => [name, oneOf(rules)]));
}

/** Without what a form sets where nothing is said: that would be said of the other doors, too. */
function oneOf(all: readonly z.ZodType[]): z.ZodType {
  const rules = all.map((rule) => (rule instanceof z.ZodDefault ? (rule.unwrap() as z.ZodType) : rule));
  return (rules.length === 1 ? rules[0]! : z.union(rules)).optional();
}

/** What was sent for one form, refused at the fields that it lacks, has wrong or does not know. */
const ownFields = ({ form }: Pick<DoorStep<never>, "form">, asked: Record<string, unknown>): unknown =>
  checkInput(
    { request: form, reply: z.object({}) },
    Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)),
  );
