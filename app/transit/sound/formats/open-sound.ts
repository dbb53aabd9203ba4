import { parseBuffer } from "music-metadata";
import { SoundFault, type SoundFormat, type SoundTags, soundTypes } from "../sound";
import { isAdts, openAdts } from "./adts";
import { openMp4, openOgg } from "./contained";
import { openFlac } from "./flac";
import { openMp3 } from "./mp3";
import { faultOf, hasWord, id3Length, refuseShape, type OpenedSound } from "./opened";
import { otherFormat } from "./other-formats";
import { openWav } from "./wav";

/** Opens a file by what lies in it; its name may only end as its format does. Throws SoundFault. */
export async function openSound(bytes: Uint8Array, fileName: string): Promise<OpenedSound> {
  const opened = await openByContent(bytes);
  refuseOtherEnding(opened.format, fileName);
  refuseShape(opened);
  return opened;
}

/** What a file says of itself in words; a file without a tag, or with a spoilt one, says nothing. */
export async function readTags(bytes: Uint8Array, format: SoundFormat): Promise<SoundTags> {
  try {
    const { common } = await parseBuffer(
      bytes,
      { mimeType: soundTypes[format] },
      { duration: false, skipCovers: true },
    );
    const { title, artist, album, track } = common;
    return cleaned({ title, artist, album, track: track.no ?? undefined });
  } catch {
    return {};
  }
}

async function openByContent(all: Uint8Array): Promise<OpenedSound> {
  const bytes = all.subarray(id3Length(all));
  if (hasWord(bytes, 8, "WAVE") && (hasWord(bytes, 0, "RIFF") || hasWord(bytes, 0, "RF64"))) return openWav(bytes);
  if (hasWord(bytes, 0, "fLaC")) return openFlac(bytes);
  if (hasWord(bytes, 0, "OggS")) return openOgg(bytes);
  if (hasWord(bytes, 4, "ftyp")) return openMp4(bytes);
  if (isAdts(bytes)) return openAdts(bytes);
  const other = otherFormat(bytes);
  if (other !== undefined) throw faultOf.unsupported(other);
  const mp3 = openMp3(bytes);
  if (!mp3) throw faultOf.noSound();
  return mp3;
}

function refuseOtherEnding(format: SoundFormat, fileName: string): void {
  const [, ending] = /\.([a-z][a-z0-9]{1,3})$/i.exec(fileName) ?? [];
  if (ending === undefined || endings[format].includes(ending.toLowerCase())) return;
  throw new SoundFault(`扩展名与内容不符：文件名以 .${ending} 结尾，内容却是 ${format}`);
}

const endings: Record<SoundFormat, readonly string[]> = {
  mp3: ["mp3"],
  wav: ["wav", "wave"],
  flac: ["flac"],
  ogg: ["ogg", "oga", "opus"],
  m4a: ["m4a", "mp4", "m4b", "m4r", "3gp", "3gpp", "3g2"],
  aac: ["aac", "adts"],
};

function cleaned(tags: SoundTags): SoundTags {
  const kept = Object.entries(tags).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === "number") return Number.isSafeInteger(value) ? [[name, value]] : [];
    const text =
      typeof value === "string"
        ? value
            .replace(/[\u0000-\u001f\u007f]/g, " ")
            .trim()
            .slice(0, 200)
        : "";
    return text === "" ? [] : [[name, text]];
  });
  return Object.fromEntries(kept) as SoundTags;
}
