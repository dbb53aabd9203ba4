import { z } from "zod";
import { defineTable } from "~/kit/page/tables/define-table";
import { type Share, ShareBar } from "~/kit/page/tables/share-bar";
import { stateMark } from "~/kit/page/tables/state-mark";
import type { VariantStanding } from "./standing.server";
import { fileUrl, listenUrl, newFileUrl } from "./urls";
import { standings } from "./words";

/** A variant with its file, as the list of all lines' files shows it. */
export interface FileLine extends Pick<
  VariantStanding,
  | "lineUuid"
  | "lineName"
  | "orgName"
  | "classifySid"
  | "classifyName"
  | "sortType"
  | "buses"
  | "fileUuid"
  | "fileVersion"
  | "draftUuid"
  | "standing"
> {
  /** What is different since it was generated, in words, and from when on. */
  changed: string;
  since: string;
  generated: string;
  /** Of the draft where there is one. */
  nodeCount: number;
  /** Of the draft where there is one: voices that are missing, and all that stops it from being generated. */
  missing: number;
  errors: number;
  isUnheard: boolean;
  /** Buses that say that they have the file. */
  upToDate: number;
}

const isBehind = ({ fileUuid, sortType, buses, upToDate, standing }: FileLine) =>
  fileUuid !== null && sortType === 1 && standing === "current" && upToDate < buses;

/** What a line's file may lack, in the order of the way to the bus. */
export const lacks = [
  { value: "none", label: "没有文件", look: "bad", has: ({ standing }: FileLine) => standing === "none" },
  { value: "outdated", label: "过期", look: "warn", has: ({ standing }: FileLine) => standing === "outdated" },
  { value: "draft", label: "有草稿", look: undefined, has: ({ draftUuid }: FileLine) => draftUuid !== null },
  {
    value: "wrong",
    label: "有错误或缺语音",
    look: "bad",
    has: ({ missing, errors }: FileLine) => missing + errors > 0,
  },
  { value: "unheard", label: "没有听过", look: "warn", has: ({ isUnheard }: FileLine) => isUnheard },
  { value: "behind", label: "有车没收到", look: "warn", has: isBehind },
  { value: "current", label: "最新", look: "good", has: ({ standing }: FileLine) => standing === "current" },
] as const;
export type Lack = (typeof lacks)[number]["value"];

export const FileLineFilters = z.object({
  keyword: z.string().trim().max(64, "最多 64 个字").optional(),
  orgId: z.string().max(32).optional(),
  lineUuid: z.string().max(32).optional(),
  standing: z
    .enum(
      lacks.map(({ value }) => value),
      { error: "请从列表中选择" },
    )
    .optional(),
});
export type FileLineFilters = z.output<typeof FileLineFilters>;

/** What somebody may do next with a line's file. */
export interface NextStep {
  label: string;
  href: string;
}

export function nextStep(row: FileLine, may: { write: boolean; issue: boolean }): NextStep | undefined {
  const { fileUuid, draftUuid, missing, errors } = row;
  if (draftUuid) {
    const href = fileUrl({ fileUuid: draftUuid });
    if (missing > 0) return { label: "补语音", href };
    return { label: errors > 0 ? "改错误" : "生成", href };
  }
  if (!fileUuid) return may.write ? { label: "新建文件", href: newFileUrl(row.classifySid) } : undefined;
  if (row.standing === "outdated")
    return may.write ? { label: "新建草稿", href: `${fileUrl({ fileUuid })}/draft` } : undefined;
  if (row.isUnheard) return { label: "试听", href: listenUrl({ fileUuid }) };
  if (isBehind(row) && may.issue) return { label: "下发", href: fileUrl({ fileUuid }) };
  return undefined;
}

export const fileLineTable = (may: { write: boolean; issue: boolean }) =>
  defineTable<FileLine>()({
    columns: [
      {
        id: "lineName",
        header: "线路",
        always: true,
        width: 140,
        cell: (row) => {
          const shown = row.fileUuid ?? row.draftUuid;
          const name = `${row.lineName} ${row.classifyName}`;
          return shown ? <a href={fileUrl({ fileUuid: shown })}>{name}</a> : name;
        },
      },
      {
        id: "standing",
        header: "文件",
        width: 106,
        cell: ({ standing, draftUuid, fileUuid }) => (
          <>
            {stateMark(standings.find(({ value }) => value === standing)!.label)}
            {draftUuid && fileUuid && (
              <>
                {" "}
                <a href={fileUrl({ fileUuid: draftUuid })}>草稿</a>
              </>
            )}
          </>
        ),
      },
      { id: "fileVersion", header: "版本号", width: 70 },
      {
        id: "missing",
        header: "语音",
        width: 110,
        cell: ({ missing, errors, draftUuid, fileUuid }) => {
          if (!draftUuid && !fileUuid) return "";
          const others = Math.max(0, errors - missing);
          if (missing + others === 0) return "齐全";
          return [missing > 0 && `缺 ${missing} 处`, others > 0 && `错误 ${others}`].filter(Boolean).join("，");
        },
      },
      {
        id: "next",
        header: "下一步",
        width: 80,
        always: true,
        cell: (row) => {
          const next = nextStep(row, may);
          return next && <a href={next.href}>{next.label}</a>;
        },
      },
      {
        id: "changed",
        header: "生成以后的变化",
        cell: ({ changed, since }) => changed && `${changed}${since && `（${since.slice(5)} 起）`}`,
      },
      {
        id: "upToDate",
        header: "车辆",
        width: 130,
        cell: ({ sortType, buses, upToDate, fileUuid }) => {
          if (sortType !== 1) return "";
          const have = fileUuid ? Math.min(upToDate, buses) : 0;
          const shares: Share[] = [
            { label: "有最新的", count: have, look: "good" },
            { label: "没有", count: buses - have, look: "quiet" },
          ];
          return <ShareBar shares={shares} empty="没有车" />;
        },
      },
      { id: "generated", header: "生成时间", width: 130, aside: true },
      { id: "orgName", header: "机构", width: 110, aside: true },
    ],
    filters: FileLineFilters,
    filterFields: [
      { name: "keyword", label: "线路", placeholder: "名称、编号、拼音或首字母", width: 190 },
      { name: "orgId", label: "机构", kind: "choice" },
      {
        name: "standing",
        label: "状态",
        kind: "choice",
        choices: lacks.map(({ value, label }) => ({ value, label })),
      },
    ],
    sortBy: "lineName",
    rowKey: ({ classifySid }) => classifySid,
  });
