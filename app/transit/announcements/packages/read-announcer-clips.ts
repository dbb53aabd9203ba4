import type { CompiledClip } from "../model";
import { languages } from "../words";
import type * as layout from "./announcer-layout";
import { announcerPathKind } from "./announcer-paths";
import { type FoundFile, PackageError } from "./package-file";
import type { TableRow } from "./table";

export function readClips(
  rows: readonly TableRow<keyof typeof layout.clipHeads>[],
  files: ReadonlyMap<string, FoundFile>,
) {
  const numbers = new Map<string, number>();
  const held: string[] = [];
  const listed = new Set<string>();
  const clips = rows.map((row, at): CompiledClip => {
    const path = row.text("file");
    if (announcerPathKind(path) !== "audio") throw new PackageError(`${row.where}的音频路径不合规则`);
    listed.add(path);
    numbers.set(row.text("name"), at + 1);
    const clip: CompiledClip = {
      language: row.oneOf("language", languages),
      text: row.text("text"),
      speaker: row.number("speaker"),
      durationMs: row.number("durationMs"),
      format: path.endsWith(".wav") ? "wav" : "mp3",
      sizeBytes: row.number("size"),
      crc32: row.number("crc32"),
      sha256: row.text("sha256"),
    };
    const file = files.get(path);
    if (!file) held.push(clip.sha256);
    else if (file.size !== clip.sizeBytes || file.crc32 !== clip.crc32 || file.sha256 !== clip.sha256)
      throw new PackageError(`${path} 的内容与音频列表里的校验值不符`);
    return clip;
  });
  for (const path of files.keys())
    if (announcerPathKind(path) === "audio" && !listed.has(path)) throw new PackageError(`音频列表里没有 ${path}`);
  return { clips, numbers, held };
}
