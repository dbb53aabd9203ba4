import type { z } from "zod";

type Issue = Parameters<NonNullable<z.core.$ZodErrorMap>>[0];

/** Chinese words for what zod finds wrong, for every rule whose schema brings no message of its own. */
export const chineseMessage = (issue: Issue): string => {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined || issue.input === null) return "请填写此项";
      return (
        ({ number: "请输入数字", int: "请输入整数", date: "请输入日期" } as Record<string, string>)[issue.expected] ??
        "格式不正确"
      );
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return tooBig(issue);
    case "invalid_format":
      return formats[issue.format] ?? "格式不正确";
    case "invalid_value":
      return issue.input === undefined ? "请选择一项" : "请从列表中选择";
    case "not_multiple_of":
      return `必须是 ${issue.divisor} 的倍数`;
    case "unrecognized_keys":
      return `不认识的字段：${issue.keys.join("、")}`;
    default:
      return "填写有误";
  }
};

export const inChinese = { error: chineseMessage };

const formats: Record<string, string> = {
  date: "请输入日期，例如 2026-05-01",
  time: "请输入时间，例如 06:30",
  datetime: "请输入日期和时间",
  email: "请输入邮箱地址",
  url: "请输入网址，以 http:// 或 https:// 开头",
};

function tooSmall({ origin, minimum, inclusive }: Extract<Issue, { code: "too_small" }>): string {
  if (origin === "string") return Number(minimum) <= 1 ? "请填写此项" : `至少 ${minimum} 个字`;
  if (origin === "array" || origin === "set") return `至少选择 ${minimum} 项`;
  return inclusive === false ? `必须大于 ${minimum}` : `不能小于 ${minimum}`;
}

function tooBig({ origin, maximum, inclusive }: Extract<Issue, { code: "too_big" }>): string {
  if (origin === "string") return `最多 ${maximum} 个字`;
  if (origin === "array" || origin === "set") return `最多 ${maximum} 项`;
  if (origin === "file") return `文件不能超过 ${Math.floor(Number(maximum) / 1024 / 1024)} MB`;
  return inclusive === false ? `必须小于 ${maximum}` : `不能大于 ${maximum}`;
}
