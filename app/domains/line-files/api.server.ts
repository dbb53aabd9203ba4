import { z } from "zod";
import { api, endpoint } from "~/kit/page/http/api.server";
import { plainType } from "~/kit/ground/files/media-types";
import { blob } from "~/kit/page/http/blob";
import { pageListOf, pageListReply, pageListRequest } from "~/kit/page/tables/page-call.server";
import { listRows } from "~/kit/room/source.server";
import { copyFile } from "./copy-file.server";
import { findDetail, listFiles, listHistory } from "./detail.server";
import { fileSource } from "./file-record.server";
import { addFile, deleteFiles, ungenerateFile, updateFile } from "./file-verbs.server";
import { generateAndPack } from "./package.job.server";
import { skipHearing } from "./listening/hearings.server";
import { downloadPackage } from "./packages.server";
import { may } from "./policy";
import { LinkRow, NodeRow, TextRow } from "./node-schema";
import {
  FileAdd,
  FileCopy,
  FileDownload,
  FileFilters,
  FileGenerate,
  FileHistory,
  FileKey,
  FileRow,
  FileSkipHearing,
  FilesToDelete,
  FileUpdate,
  TreeNode,
} from "./schema";
import { fileTable } from "./table";
import { lineTree } from "./tree.server";

const Package = z.object({
  format: z.string(),
  fileKey: z.string(),
  sizeBytes: z.number(),
  sha256: z.string(),
  crc32: z.string(),
});
const Hearing = z.object({
  at: z.string(),
  heardBy: z.string(),
  parts: z.array(z.string()),
  seconds: z.number(),
  totalSeconds: z.number(),
  reason: z.string().nullable(),
});
const FileDetail = FileRow.extend({
  outdated: z.boolean(),
  changed: z.array(z.string()),
  changes: z.array(z.string()),
  nodes: z.array(NodeRow),
  playlists: z.array(LinkRow),
  texts: z.array(TextRow),
  packages: z.array(Package),
  hearings: z.array(Hearing),
});
const Fault = z.object({ path: z.string(), message: z.string(), row: z.number().optional() });
const Refreshed = z.object({
  moved: z.array(z.object({ nodeUuid: z.string(), name: z.string(), metres: z.number() })),
  came: z.array(z.string()),
  went: z.array(z.string()),
});

export const lineFileApi = api("/api/line/file/info", {
  pageList: endpoint(may.read, pageListRequest(fileTable), pageListReply(FileRow), (viewer, state) =>
    pageListOf(state, listRows(fileSource, viewer, state)),
  ),
  list: endpoint(may.read, FileFilters.strict(), z.array(FileRow), listFiles),
  historyList: endpoint(may.read, FileHistory, z.array(FileRow.extend({ changes: z.array(z.string()) })), listHistory),
  detail: endpoint(may.read, FileKey.strict(), FileDetail, (viewer, { fileUuid }) => findDetail(viewer, fileUuid), {
    method: "GET",
  }),
  lineTree: endpoint(may.read, z.object({}), z.array(TreeNode), lineTree, { method: "GET" }),
  add: endpoint(may.write, FileAdd, FileRow, addFile),
  update: endpoint(
    may.write,
    FileUpdate,
    FileRow.extend({ refreshed: Refreshed.optional() }),
    (viewer, { fileUuid, version, ...changes }) => updateFile(viewer, fileUuid, changes, version),
  ),
  copy: endpoint(may.write, FileCopy, FileRow, copyFile),
  delete: endpoint(may.remove, FilesToDelete, z.null(), async (viewer, keys) => {
    await deleteFiles(viewer, keys);
    return null;
  }),
  generateFile: endpoint(
    may.generate,
    FileGenerate,
    FileRow.extend({ warnings: z.array(Fault) }),
    (viewer, { version, ...asked }) => generateAndPack(viewer, asked, version),
  ),
  skipHearing: endpoint(may.write, FileSkipHearing, z.array(Hearing), skipHearing),
  deleteCod: endpoint(may.generate, FileKey.strict(), FileRow, (viewer, { fileUuid }) =>
    ungenerateFile(viewer, fileUuid),
  ),
  downloadLineFile: endpoint(may.read, FileDownload, blob(plainType), (viewer, { fileUuid, format }) =>
    downloadPackage(viewer, fileUuid, format),
  ),
});
