import { readFile, stat } from "node:fs/promises";
import { beyond, lineFileLimits } from "~/kit/ground/files/limits";
import { LineFileError } from "./shape";

const advice = "请拆成几个再上传";

/** A JSON document that is held whole; throws LineFileError for one that is damaged, or that would take far more memory than it is long. */
export async function readDocument(file: string): Promise<unknown> {
  if ((await stat(file)).size > lineFileLimits.documentBytes)
    throw new LineFileError(`JSON 文件超过 ${lineFileLimits.documentBytes / 2 ** 20} MB，${advice}`);
  const bytes = await readFile(file);
  refuseEndless(bytes);
  try {
    return JSON.parse(bytes.toString("utf8").replace(/^\ufeff/, ""));
  } catch (error) {
    throw new LineFileError(`JSON 文件不完整或有误：${(error as Error).message.slice(0, 120)}`);
  }
}

/** What the engine's parser has begun it does not leave before its end, whatever it takes; so the brackets are counted first. */
function refuseEndless(bytes: Buffer): void {
  const keys: number[] = [];
  let values = 0;
  for (let at = 0; at < bytes.length; at++) {
    const sign = bytes[at];
    if (sign === quote) at = endOfText(bytes, at);
    else if (sign === comma || sign === colon) {
      values++;
      if (sign === colon && ++keys[keys.length - 1]! > lineFileLimits.documentKeys)
        throw new LineFileError(`${beyond.documentKeys(lineFileLimits.documentKeys)}，${advice}`);
    } else if (sign === list || sign === object) {
      values++;
      if (keys.push(0) > lineFileLimits.documentDepth)
        throw new LineFileError(`${beyond.documentDepth(lineFileLimits.documentDepth)}，不像线路文件`);
    } else if (sign === listEnd || sign === objectEnd) keys.pop();
    if (values > lineFileLimits.documentValues)
      throw new LineFileError(`${beyond.documentValues(lineFileLimits.documentValues)}，${advice}`);
  }
}

const [quote, backslash, comma, colon, list, listEnd, object, objectEnd] = Buffer.from('"\\,:[]{}');

function endOfText(bytes: Buffer, begin: number): number {
  let at = begin + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
