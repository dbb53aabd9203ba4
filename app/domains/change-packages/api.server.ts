import { z } from "zod";
import { recordKey, text, version } from "~/kit/page/forms/rules";
import { api, endpoint } from "~/kit/page/http/api.server";
import { roomCalls } from "~/kit/room/calls.server";
import type { ServedRoom } from "~/kit/room/served.server";
import { confirmPackage } from "./confirm.server";
import { generateFiles } from "./files.server";
import { issueFiles } from "./issue-files.server";
import { showItems } from "./item-words.server";
import { addDrafts, planRecord, removeItem } from "./items.server";
import type { RecordKind } from "./model";
import { planChanges } from "./plan-forms";
import { missingInWords, readReadiness } from "./readiness.server";
import { type PackageRow, packageRoom } from "./room";
import { requirePackage } from "./source.server";
import { takeBack } from "./take-back.server";
import { giveWord } from "./words.server";

const { may } = packageRoom;
const Key = z.object({ packageUuid: recordKey });
const Item = z.object({
  itemUuid: z.string(),
  kind: z.enum(["version", "station", "fence"]),
  recordKey: z.string(),
  title: z.string(),
  changes: z.array(z.string()),
  /** Why it cannot come into force now. */
  refusal: z.string().nullable(),
});
const Variant = z.object({
  classifySid: z.string(),
  name: z.string(),
  fileUuid: z.string().nullable(),
  fileVersion: z.string().nullable(),
  /** Buses of the line with a device, those that were to get the file, those that have it. */
  buses: z.number(),
  issued: z.number(),
  have: z.number(),
});
const OtherName = z.object({
  audioUuid: z.string(),
  language: z.string(),
  name: z.string().describe("站点到那一天的名称"),
  said: z.string().describe("语音的文稿"),
  source: z.enum(["recorded", "spoken"]),
});
const Ready = z.object({
  missing: z.array(z.string()),
  items: z.array(Item),
  variants: z.array(Variant),
  otherNames: z.array(OtherName).describe("到那一天说的不是站名的语音"),
});

/** The six calls of every room, and what may be done to a package. */
export const packageApi = (served: ServedRoom<PackageRow>) => [
  api("/api/change-package/v1.0", {
    ...roomCalls(served),
    ready: endpoint(may.read, Key, Ready, async (viewer, { packageUuid }) => {
      const row = await requirePackage(viewer, packageUuid);
      const isOpen = row.state < 2;
      const found = isOpen ? await readReadiness(viewer, row) : { refusals: [], variants: [], otherNames: [] };
      return Ready.parse({
        missing: isOpen ? missingInWords(row, found) : [],
        items: await showItems(packageUuid, found.refusals),
        otherNames: found.otherNames,
        variants: found.variants.map(({ file, ...one }) => ({
          ...one,
          fileUuid: file?.fileUuid ?? null,
          fileVersion: file?.fileVersion ?? null,
        })),
      });
    }),
    addVersions: endpoint(
      may.write,
      Key.extend({ versionUuids: z.array(recordKey).min(1, "请给出草稿").max(200, "一次最多 200 份草稿") }),
      z.null(),
      async (viewer, { packageUuid, versionUuids }) => {
        await addDrafts(viewer, packageUuid, versionUuids);
        return null;
      },
    ),
    planStation: planCall("station", "staUuid"),
    planFence: planCall("fence", "fenceUuid"),
    removeItem: endpoint(
      may.write,
      Key.extend({ itemUuid: recordKey }),
      z.null(),
      async (viewer, { packageUuid, itemUuid }) => {
        await removeItem(viewer, packageUuid, itemUuid);
        return null;
      },
    ),
    giveWord: endpoint(
      may.write,
      Key.extend({ said: text(255).nullish() }),
      z.null(),
      async (viewer, { packageUuid, said }) => {
        await giveWord(viewer, packageUuid, said ?? null);
        return null;
      },
    ),
    generateFiles: endpoint(
      may.write,
      Key,
      z.object({
        made: z.array(z.string()),
        refused: z.array(z.object({ name: z.string(), message: z.string() })),
        left: z.number(),
      }),
      (viewer, { packageUuid }) => generateFiles(viewer, packageUuid),
    ),
    issueFiles: endpoint(
      may.write,
      Key,
      z.object({ taskUuid: z.string(), vehicles: z.number(), leftOut: z.number() }),
      (viewer, { packageUuid }) => issueFiles(viewer, packageUuid),
    ),
    confirm: endpoint(may.confirm, Key.extend({ version }), packageRoom.Row, async (viewer, sent) => {
      await confirmPackage(viewer, sent.packageUuid, sent.version);
      return requirePackage(viewer, sent.packageUuid);
    }),
    takeBack: endpoint(
      may.confirm,
      Key.extend({ reason: z.string().trim().min(1, "请说明为什么撤回").max(200, "最多 200 个字") }),
      packageRoom.Row,
      async (viewer, { packageUuid, reason }) => {
        await takeBack(viewer, packageUuid, reason);
        return requirePackage(viewer, packageUuid);
      },
    ),
  }),
];

function planCall(kind: RecordKind, key: "staUuid" | "fenceUuid") {
  const shape = Key.extend({ [key]: recordKey, changes: planChanges[kind] });
  return endpoint(may.write, shape, z.null(), async (viewer, sent) => {
    const { packageUuid, changes, ...record } = sent as { packageUuid: string; changes: object } & Record<
      string,
      string
    >;
    await planRecord(viewer, packageUuid, kind, record[key]!, changes as Record<string, unknown>);
    return null;
  });
}
