import { z } from "zod";
import { plainType, type workbookType } from "~/kit/ground/files/media-types";

/** Those that a client written to the specification takes as they are; at any other it logs its person out. */
type BlobType = typeof workbookType | typeof plainType | "audio/*";

const typesOf = new WeakMap<z.ZodType, readonly BlobType[]>();

/** The reply of a call that answers a file, by the types in which it goes out: what has none of them goes as bytes without a type, under its own name. */
export function blob(...types: [BlobType, ...BlobType[]]): z.ZodType<Response, Response> {
  const reply = z.custom<Response>((answer) => answer instanceof Response).meta({ type: "string", format: "binary" });
  typesOf.set(reply, types);
  return reply;
}

/** The types of a call's files; undefined of a call that answers data. */
export const blobTypes = (reply: z.ZodType): readonly BlobType[] | undefined => typesOf.get(reply);

/** A file as its call declares it; what is refused stays as it is. */
export function asDeclared(answer: Response, types: readonly BlobType[]): Response {
  const type = answer.headers.get("Content-Type");
  if (!answer.ok || type === null || types.some((one) => isOf(type, one))) return answer;
  if (!types.includes(plainType)) throw new Error(`a file of type ${type}, which its call does not declare`);
  answer.headers.set("Content-Type", plainType);
  return answer;
}

const isOf = (type: string, declared: BlobType) =>
  declared.endsWith("/*") ? type.startsWith(declared.slice(0, -1)) : type === declared;
