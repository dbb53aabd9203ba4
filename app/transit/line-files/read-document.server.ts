import { readFile, stat } from "node:fs/promises";
import { jsonFault } from "~/kit/ground/files/json-fault";
import { lineFileLimits } from "~/kit/ground/files/limits";
import { LineFileError } from "./shape";

const advice = "请拆成几个再上传";
const { documentDepth: depth, documentValues: values, documentKeys: keys } = lineFileLimits;

/** A JSON document that is held whole; throws LineFileError for one that is damaged, or that would take far more memory than it is long. */
export async function readDocument(file: string): Promise<unknown> {
  if ((await stat(file)).size > lineFileLimits.documentBytes)
    throw new LineFileError(`JSON 文件超过 ${lineFileLimits.documentBytes / 2 ** 20} MB，${advice}`);
  const bytes = await readFile(file);
  const fault = jsonFault(bytes, { depth, values, keys });
  if (fault) throw new LineFileError(`${fault}，不像线路文件；确实是的${advice}`);
  try {
    return JSON.parse(bytes.toString("utf8").replace(/^\ufeff/, ""));
  } catch (error) {
    throw new LineFileError(`JSON 文件不完整或有误：${(error as Error).message.slice(0, 120)}`);
  }
}
