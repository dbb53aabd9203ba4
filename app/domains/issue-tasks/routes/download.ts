import { page } from "~/kit/page/http/page.server";
import { downloadTask } from "../download-task.server";
import { may } from "../policy";

export const loader = page(may.read, (call) => downloadTask(call.viewer, call.params.taskUuid!, call));
