import { damaged } from "./zip-part.server";

/** A tag of a part whose bytes are held as the characters of a string, so that what is not changed stays as it was. */
export interface Tag {
  /** Without its prefix. */
  name: string;
  /** With its colon, or empty. */
  prefix: string;
  kind: "open" | "close" | "empty";
  text: string;
  /** Where it begins in the piece. */
  from: number;
}

/** Changes tags: what `tag` answers takes the tag's place; while `dropping`, nothing is kept but that. */
export interface TagEditor {
  tag(tag: Tag): string | undefined;
  dropping: boolean;
}

/** A part piece by piece with the editor's changes, every other byte as it was. */
export async function* rewriteTags(pieces: AsyncIterable<Buffer>, editor: TagEditor): AsyncGenerator<Buffer> {
  let rest = "";
  let begun = false;
  for await (const bytes of pieces) {
    if (!begun && /^(\xff\xfe|\xfe\xff|\0|.\0)/.test(bytes.toString("latin1", 0, 2))) throw damaged("UTF-16");
    begun = true;
    const { done, left } = rewritePiece(rest + bytes.toString("latin1"), editor);
    rest = left;
    if (rest.length > mostTag) throw damaged("a tag without end");
    if (done !== "") yield Buffer.from(done, "latin1");
  }
  if (rest !== "") throw damaged("a tag without end");
}

const mostTag = 2 ** 21;

/** What is done of a piece, and what is left because its tag has not ended. */
export function rewritePiece(text: string, editor: TagEditor): { done: string; left: string } {
  let done = "";
  let kept = 0;
  let at = 0;
  for (;;) {
    const begins = text.indexOf("<", at);
    const until = begins < 0 ? text.length : begins;
    const ends = begins < 0 ? -1 : endOfTag(text, begins);
    if (editor.dropping) {
      done += text.slice(kept, at);
      kept = until;
    }
    if (ends < 0) return { done: done + text.slice(kept, until), left: text.slice(until) };
    const second = text.charCodeAt(begins + 1);
    if (second !== exclamation && second !== question) {
      const put = editor.tag(tagOf(text, begins, ends));
      if (put !== undefined) {
        done += text.slice(kept, begins) + put;
        kept = ends;
      }
    } else if (editor.dropping) kept = ends;
    at = ends;
  }
}

const [exclamation, question, slash, colon, apostrophe, quote] = [33, 63, 47, 58, 39, 34];

function endOfTag(text: string, begins: number): number {
  for (const [opens, closes] of unread)
    if (text.startsWith(opens, begins)) {
      const end = text.indexOf(closes, begins + opens.length);
      return end < 0 ? -1 : end + closes.length;
    }
  for (let at = begins + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 62) return at + 1;
    if (code !== quote && code !== apostrophe) continue;
    at = text.indexOf(code === quote ? '"' : "'", at + 1);
    if (at < 0) return -1;
  }
  return -1;
}

const unread = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
] as const;

function tagOf(text: string, begins: number, ends: number): Tag {
  const closing = text.charCodeAt(begins + 1) === slash;
  const from = begins + (closing ? 2 : 1);
  let at = from;
  let local = from;
  for (; at < ends - 1; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32 || code === slash) break;
    if (code === colon) local = at + 1;
  }
  const kind = closing ? "close" : text.charCodeAt(ends - 2) === slash ? "empty" : "open";
  return {
    name: text.slice(local, at),
    prefix: text.slice(from, local),
    kind,
    text: text.slice(begins, ends),
    from: begins,
  };
}

/** An attribute of a tag as it is written. */
export function attributeIn(tag: string, name: string): string | undefined {
  const found = findAttribute(tag, name);
  return found && tag.slice(found.from, found.to);
}

/** The tag with this attribute instead of, or besides, those that it has. */
export function withAttribute(tag: string, name: string, value: string): string {
  const found = findAttribute(tag, name);
  if (found) return tag.slice(0, found.from) + value + tag.slice(found.to);
  const end = /\s*\/?>$/.exec(tag)!.index;
  return `${tag.slice(0, end)} ${name}="${value}"${tag.slice(end)}`;
}

function findAttribute(tag: string, name: string): { from: number; to: number } | undefined {
  for (let at = tag.indexOf("="); at > 0;) {
    let from = at + 1;
    while (from < tag.length && tag.charCodeAt(from) !== quote && tag.charCodeAt(from) !== apostrophe) from++;
    const to = tag.indexOf(tag.charAt(from), from + 1);
    if (to <= from) return undefined;
    if (nameBefore(tag, at) === name) return { from: from + 1, to };
    at = tag.indexOf("=", to);
  }
  return undefined;
}

function nameBefore(tag: string, at: number): string {
  let end = at;
  while (tag.charCodeAt(end - 1) <= 32) end--;
  let from = end;
  while (tag.charCodeAt(from - 1) > 32) from--;
  return tag.slice(from, end);
}

/** Text as the characters of its UTF-8 bytes. */
export const asBytes = (text: string) => Buffer.from(text).toString("latin1");

/** The tag opened, where it was empty; `</…>` follows from its name. */
export const opened = (tag: Tag) => (tag.kind === "empty" ? tag.text.replace(/\s*\/>$/, ">") : tag.text);
