import { z } from "zod";
import { api, endpoint } from "~/kit/page/http/api.server";
import { plainType } from "~/kit/ground/files/media-types";
import { blob } from "~/kit/page/http/blob";
import { pageListOf, pageListReply, pageListRequest } from "~/kit/page/tables/page-call.server";
import { listRows } from "~/kit/room/source.server";
import { addTask } from "./add-task.server";
import { approveTask } from "./approval.server";
import { cancelTask, pauseTask, removeTasks, resumeTask } from "./change-task.server";
import { detailTable } from "./detail-table";
import { cancelDetails, getDetail, listDetails, retryDetails } from "./details.server";
import { downloadTask } from "./download-task.server";
import { may } from "./policy";
import { DetailRow, LeftOut, LogRow, TaskRow } from "./rows";
import { DetailKey, DetailsToCancel, DetailsToRetry, TaskAdd, TaskKey, TaskStop, TasksToRemove } from "./schema";
import { fastTask, startTask } from "./start-task.server";
import { taskTable } from "./table";
import { requireTask, taskSource } from "./tasks.server";

const Added = TaskRow.extend({ vehicles: z.number(), leftOut: z.array(LeftOut) });

export const issueTaskApi = api("/line-file-multi-task", {
  pageList: endpoint(may.read, pageListRequest(taskTable), pageListReply(TaskRow), (viewer, state) =>
    pageListOf(state, listRows(taskSource, viewer, state)),
  ),
  add: endpoint(may.write, TaskAdd, Added, addTask),
  startTask: endpoint(may.start, TaskKey, TaskRow, (viewer, { taskUuid }) => startTask(viewer, taskUuid)),
  approveTask: endpoint(may.start, TaskKey, TaskRow, (viewer, { taskUuid }) => approveTask(viewer, taskUuid)),
  pauseTask: endpoint(may.start, TaskStop, TaskRow, (viewer, { taskUuid, reason }) =>
    pauseTask(viewer, taskUuid, reason),
  ),
  resumeTask: endpoint(may.start, TaskKey, TaskRow, (viewer, { taskUuid }) => resumeTask(viewer, taskUuid)),
  cancelTask: endpoint(may.start, TaskStop, TaskRow, (viewer, { taskUuid, reason }) =>
    cancelTask(viewer, taskUuid, reason),
  ),
  fastTask: endpoint(may.start, TaskAdd, Added, fastTask),
  downloadLineFile: endpoint(may.read, TaskKey, blob(plainType), (viewer, { taskUuid }, call) =>
    downloadTask(viewer, taskUuid, call),
  ),
  removeByIds: endpoint(may.remove, TasksToRemove, z.null(), async (viewer, keys) => {
    await removeTasks(viewer, keys);
    return null;
  }),
});

const DetailPage = pageListRequest(detailTable).refine(({ filters }) => filters.taskUuid, {
  path: ["taskUuid"],
  message: "请给出任务主键 taskUuid",
});

export const issueDetailApi = api("/line-file-multi-task-detail", {
  pageList: endpoint(may.read, DetailPage, pageListReply(DetailRow), async (viewer, state) => {
    await requireTask(viewer, state.filters.taskUuid!);
    return pageListOf(state, listDetails(viewer, state));
  }),
  getDetail: endpoint(may.read, DetailKey, DetailRow.extend({ log: z.array(LogRow) }), (viewer, { detailUuid }) =>
    getDetail(viewer, detailUuid),
  ),
  retryByIds: endpoint(may.start, DetailsToRetry, z.object({ retried: z.number() }), async (viewer, keys) => ({
    retried: await retryDetails(viewer, { keys }),
  })),
  removeByIds: endpoint(may.start, DetailsToCancel, z.null(), async (viewer, keys) => {
    await cancelDetails(viewer, { keys });
    return null;
  }),
});
