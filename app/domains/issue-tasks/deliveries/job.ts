import type { FileKind } from "../words";

/** A file that a terminal has, or says that it has. */
export interface ReportedFile {
  kind: FileKind;
  no: string;
  version: string;
  /** Of what the terminal holds, where it can tell. */
  crc32?: string;
}

/** What a terminal is to fetch now. */
export interface Job extends ReportedFile {
  detailUuid: string;
  format: string | null;
  fileKey: string;
  size: number;
  crc32: string;
  sha256: string;
  deadline: Date;
  /** The terminal uses the file from then on; null: at once. */
  activateAt: Date | null;
  /** From 1: which try this is. */
  attempt: number;
}

export const terminal = "车载终端";

export const progressCodes = { downloading: "下载中", verifying: "校验中", installing: "安装中" } as const;

/** Why a terminal failed, by the word that it sends. */
const failures = {
  crc: "文件校验不一致",
  refused: "车载终端拒绝接收",
  space: "车载终端存储空间不足",
  missing: "文件取不到（404）",
  broken: "下载中断",
  unpack: "文件打不开",
  cancelled: "车载终端取消了升级",
} as const;

export const sayFailure = (error: string | undefined) =>
  error === undefined
    ? "车载终端报告失败，没有说明原因"
    : ((failures as Record<string, string>)[error] ?? `车载终端：${error}`);
