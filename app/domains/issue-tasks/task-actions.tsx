import { Verb } from "~/kit/page/screens";
import type { TaskRow } from "./rows";
import { taskUrl } from "./urls";

/** What can be done with a task as it stands. */
export function TaskActions({
  task,
  may,
}: {
  task: TaskRow;
  may: { start: boolean; remove: boolean; approve: boolean };
}) {
  const url = taskUrl(task);
  const to = (verb: string, words: string, look = "") => (
    <a key={verb} className={`button ${look}`.trim()} href={`${url}/${verb}`}>
      <Verb words={words} />
    </a>
  );
  const { state } = task;
  return (
    <>
      {to("download", "下载")}
      {may.remove && ![1, 2].includes(state) && to("delete", "删除")}
      {may.start && [0, 1, 2].includes(state) && to("cancel", "取消任务")}
      {may.start && state === 1 && to("pause", "暂停")}
      {may.start && state === 2 && to("resume", "继续", "primary")}
      {may.approve && to("approve", "审核通过", "primary")}
      {may.start && state === 0 && !may.approve && to("start", "启动", "primary")}
    </>
  );
}
