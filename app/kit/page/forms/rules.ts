import { z } from "zod";
import { localPath } from "~/kit/ground/local-path";
import { iconNames } from "./icon-names";
import { meaningOf, type NumberedOption } from "./numbered";
import { text } from "./text-rules";

export * from "./filter-rules";
export { meaningOf } from "./numbered";
export * from "./place-rules";
export * from "./text-rules";

/** An address that a person can be led to: http or https, or a path on our own host. */
export const webAddress = text(255).refine(
  (value) => localPath(value) !== undefined || isWebUrl(value),
  "请输入 http:// 或 https:// 开头的网址，或以 / 开头的本站路径",
);

export const icon = z.enum(iconNames, { error: "请从列表中选择图标" });

/** One of numbered options, as a number or as digits; nothing else stands for one, least of all an empty text for 0. */
export const oneOf = (choices: readonly NumberedOption[]) =>
  z.preprocess(
    (value) => (typeof value === "string" && /^\d{1,5}$/.test(value) ? Number(value) : value),
    z
      .number({ error: "请从列表中选择" })
      .refine((value) => choices.some((choice) => choice.value === value), "请从列表中选择")
      .meta(meaningOf(choices)),
  );

/** `YYYY-MM-DD`, in these years, of four digits each. */
export const dateWithin = (first: number, last: number) =>
  z.iso
    .date({ error: "请输入日期，例如 2026-05-01" })
    .refine((day) => day >= String(first) && day < String(last + 1), `日期应在 ${first} 年到 ${last} 年之间`);

/** In years that sort and count everywhere as they do here. */
export const date = dateWithin(1800, 2999);

export const whole = (least: number, most: number) => {
  const words = `请输入 ${least} 到 ${most} 的整数`;
  return z.number({ error: words }).int(words).min(least, words).max(most, words);
};

export const decimal = (least: number, most: number, places: number) => {
  const words = `请输入 ${least} 到 ${most.toLocaleString("en")} 的数，最多 ${places} 位小数`;
  return z
    .number({ error: words })
    .min(least, words)
    .max(most, words)
    .refine((value) => Number(value.toFixed(places)) === value, words);
};

/** The key of a record that a form offers; `label` is what to choose. */
export const keyOf = (label: string) => z.string({ error: `请选择${label}` }).regex(/^[0-9a-f]{32}$/, `请选择${label}`);

/** A rule of a field that may be left empty: "" and nothing given are null. */
export const orEmpty = <R extends z.ZodType>(rule: R) =>
  z.preprocess((value) => (value === "" ? null : value), rule.nullish());

export const recordKey = z.string({ error: "请给出主键" }).regex(/^[0-9a-f]{32}$/, "主键应为 32 位小写十六进制数字");

export const version = whole(0, 2_147_483_647).optional();

/** What a `delete` call takes: one key under its own name, or `ids`; both come out as a list. */
export const keysToDelete = <N extends string>(name: N, noun: string) =>
  z.union(
    [
      z
        .object({ ids: z.array(recordKey).min(1, `请选择${noun}`).max(1000, "一次最多 1000 个") })
        .transform(({ ids }) => ids),
      z
        .object({ [name]: recordKey } as Record<N, typeof recordKey>)
        .transform((sent) => [(sent as Record<N, string>)[name]]),
    ],
    `请选择要删除的${noun}：给出 ${name}，或 1 到 1000 个主键的 ids`,
  );

/** The label of a numbered option, or the number where the list does not know it. */
export const labelOf = (choices: readonly { value: number; label: string }[], value: number) =>
  choices.find((choice) => choice.value === value)?.label ?? String(value);

function isWebUrl(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { hostname, username, password } = new URL(value);
  return hostname !== "" && username === "" && password === "";
}
