import { beyond } from "./limits";

export interface JsonLimits {
  /** Brackets inside one another. */
  depth: number;
  /** Numbers, texts, lists and objects together. */
  values: number;
  /** Of one object. */
  keys: number;
}

/** Which limit a JSON text is beyond, in words; undefined where it is within them or no JSON. What the engine's parser has begun it does not leave before its end, whatever it takes; so the brackets are counted first. */
export function jsonFault(bytes: Buffer, most: JsonLimits): string | undefined {
  const keys: number[] = [];
  let values = 0;
  for (let at = 0; at < bytes.length; at++) {
    const sign = bytes[at];
    if (sign === quote) at = endOfText(bytes, at);
    else if (sign === comma || sign === colon) {
      values++;
      if (sign === colon && ++keys[keys.length - 1]! > most.keys) return beyond.documentKeys(most.keys);
    } else if (sign === list || sign === object) {
      values++;
      if (keys.push(0) > most.depth) return beyond.documentDepth(most.depth);
    } else if (sign === listEnd || sign === objectEnd) keys.pop();
    if (values > most.values) return beyond.documentValues(most.values);
  }
  return undefined;
}

const [quote, backslash, comma, colon, list, listEnd, object, objectEnd] = Buffer.from('"\\,:[]{}');

function endOfText(bytes: Buffer, begin: number): number {
  let at = begin + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
