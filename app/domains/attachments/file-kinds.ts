const kinds = {
  picture: ["图片", "image/"],
  sound: ["声音", "audio/"],
  video: ["视频", "video/"],
  text: ["文本", "text/", "application/xml", "application/json", "application/rtf"],
  sheet: [
    "表格",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.ms-excel",
    "application/vnd.oasis.opendocument.spreadsheet",
  ],
  document: [
    "文档",
    "application/pdf",
    "application/msword",
    "application/x-cfb",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "application/vnd.oasis.opendocument.text",
  ],
  map: [
    "地图数据",
    "application/vnd.openstreetmap.data+pbf",
    "application/vnd.openstreetmap.data+xml",
    "application/geo+json",
  ],
  archive: [
    "压缩包",
    "application/zip",
    "application/gzip",
    "application/x-7z-compressed",
    "application/x-rar-compressed",
    "application/x-tar",
    "application/x-bzip2",
    "application/x-xz",
  ],
} as const;

export type FileKind = keyof typeof kinds | "other";

export const kindNames = [...Object.keys(kinds), "other"] as unknown as [FileKind, ...FileKind[]];
export const kindWords = (kind: FileKind): string => (kind === "other" ? "其他" : kinds[kind][0]);
export const typesOf = (kind: keyof typeof kinds): readonly string[] => kinds[kind].slice(1);

export function kindOf(contentType: string): FileKind {
  const fits = (type: string) => (type.endsWith("/") ? contentType.startsWith(type) : contentType === type);
  return (Object.keys(kinds) as (keyof typeof kinds)[]).find((kind) => typesOf(kind).some(fits)) ?? "other";
}

/** What the ending of a name promises, as the kind and, of pictures and sounds, the type of the content. */
const endings: Record<string, string> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
  bmp: "image/bmp",
  mp3: "audio/mpeg",
  wav: "audio/wav",
  ogg: "audio/ogg",
  flac: "audio/",
  m4a: "audio/",
  aac: "audio/",
  mp4: "video/",
  avi: "video/",
  mov: "video/",
  pdf: "application/pdf",
  zip: "application/zip",
  gz: "application/gzip",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  txt: "text/plain",
  csv: "text/plain",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};

/** The ending that a name should not have for what the file holds, or undefined. */
export function wrongEnding(fileName: string, contentType: string): string | undefined {
  const ending = /\.([a-z0-9]{1,8})$/i.exec(fileName)?.[1]?.toLowerCase();
  const promised = ending && endings[ending];
  if (!promised || contentType.startsWith(promised)) return undefined;
  return ending;
}
