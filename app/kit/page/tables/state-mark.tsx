import type { ReactNode } from "react";

const words = {
  good: [
    "运营",
    "正常",
    "在职",
    "在线",
    "在用",
    "启用",
    "完全匹配",
    "合格",
    "已生成",
    "最新",
    "已完成",
    "已生效",
    "生效中",
    "已导入",
  ],
  busy: ["进行中", "执行中", "待生效", "已下发", "正在进行", "正在读取", "正在导入", "检查中", "导入中"],
  warn: [
    "草稿",
    "待审核",
    "待确认",
    "等待确认",
    "未匹配",
    "部分匹配",
    "部分导入",
    "维修",
    "请假",
    "未检查",
    "待复核",
    "部分失败",
    "过期",
    "被拒绝",
    "密码已过期",
    "待改密码",
    "已暂停",
    "注意",
  ],
  bad: [
    "有问题",
    "系统错误",
    "停运",
    "扣车",
    "失败",
    "已锁定",
    "未能生效",
    "未处理",
    "没有文件",
    "道路变化，需再次确认",
  ],
  idle: [
    "未开通",
    "关闭",
    "报废",
    "离职",
    "离线",
    "停用",
    "作废",
    "已取消",
    "已停用",
    "未启动",
    "未执行",
    "白名单",
    "已撤回",
    "已撤销",
    "等待开始",
    "等待读取",
  ],
};
type Tone = keyof typeof words;
const tones = new Map(Object.entries(words).flatMap(([tone, ones]) => ones.map((one) => [one, tone as Tone] as const)));

/** Whether what stands under a label is a state. */
export const saysState = (label: string) => label.endsWith("状态");

/** How good a state is; undefined of words that are no known state. */
export const toneOf = (words: string) => tones.get(words.split(" ")[0]!);

/** A state, and how far it is, with a sign before it that differs in shape as well as in colour; a word that is no known state stays as it is. */
export function stateMark(words: string): ReactNode {
  const tone = toneOf(words);
  return tone ? <span className={`state ${tone}`}>{words}</span> : words;
}
