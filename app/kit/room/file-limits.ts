import { sizeText } from "~/kit/data/files/size-text";
import type { Fields, FileLimits } from "./fields";

export const fileFieldsOf = (room: object): [name: string, limits: FileLimits][] =>
  Object.entries((room as { fields?: Fields }).fields ?? {}).flatMap(([name, { file }]) =>
    file ? [[name, file] as [string, FileLimits]] : [],
  );

/** Why a field does not take a file of this content and size, or undefined. */
export function fileFault(
  { accept, most }: FileLimits,
  { contentType, size }: { contentType: string; size: number },
): string | undefined {
  if (size > most) return `文件超过 ${sizeText(most)}，请缩小后再上传`;
  if (accept && !accept[contentType]) return `请选择 ${Object.values(accept).join("、")} 格式的文件`;
  return size === 0 ? "文件是空的，请重新选择" : undefined;
}

export const limitsInWords = ({ accept, most }: FileLimits): string =>
  [accept && Object.values(accept).join("、"), `最大 ${sizeText(most)}`].filter(Boolean).join("，");
