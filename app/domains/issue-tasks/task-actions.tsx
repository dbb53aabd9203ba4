import type { TaskRow } from "./rows";
import { taskUrl, tasksUrl } from "./urls";

/** What can be done with a task as it stands. */
export function TaskActions({ task, may }: { task: TaskRow; may: { start: boolean; remove: boolean } }) {
  const url = taskUrl(task);
  const to = (verb: string, words: string, look = "") => (
    <a key={verb} className={`button ${look}`.trim()} href={`${url}/${verb}`}>
      {words}
    </a>
  );
  const { state } = task;
  return (
    <>
      <a className="button" href={tasksUrl}>
        返回
      </a>
      {to("history", "修改历史")}
      {to("download", "下载")}
      {task.leftOutCount > 0 && to("left-out", `没有下发的 ${task.leftOutCount} 辆`)}
      {may.remove && ![1, 2].includes(state) && to("delete", "删除")}
      {may.start && [0, 1, 2].includes(state) && to("cancel", "取消任务")}
      {may.start && state === 1 && to("pause", "暂停")}
      {may.start && state === 2 && to("resume", "继续", "primary")}
      {may.start && state === 0 && to("start", "启动", "primary")}
    </>
  );
}
