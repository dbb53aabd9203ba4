export const taskTypes = [
  { value: 2, label: "线路文件", holds: "一条线路的站点、节点和报站声音，发给跑这条线路的车" },
  { value: 4, label: "公共语音", holds: "各线路共用的提示音" },
  { value: 5, label: "多媒体文件", holds: "车内屏幕的图片和视频" },
  { value: 1, label: "固件", holds: "车载终端自己的程序，发给装有这个型号的车" },
  { value: 3, label: "系统配置", holds: "车载终端的设置，例如音量" },
] as const;
export type FileKind = (typeof taskTypes)[number]["value"];

export const taskStates = [
  { value: 0, label: "未启动" },
  { value: 1, label: "进行中" },
  { value: 2, label: "已暂停" },
  { value: 3, label: "已完成" },
  { value: 4, label: "部分失败" },
  { value: 5, label: "已取消" },
] as const;
export type TaskState = (typeof taskStates)[number]["value"];

export const detailStates = [
  { value: -1, label: "已取消" },
  { value: 0, label: "未执行" },
  { value: 1, label: "执行中" },
  { value: 2, label: "已完成" },
  { value: 3, label: "失败" },
  { value: 4, label: "已生效" },
] as const;
export type DetailState = (typeof detailStates)[number]["value"];

const allowed: ReadonlyMap<DetailState, readonly DetailState[]> = new Map([
  [0, [1, -1]],
  [1, [2, 3, -1]],
  [2, [4, 3]],
  [3, [0]],
]);

export const mayMove = (from: DetailState, to: DetailState) => allowed.get(from)?.includes(to) ?? false;
