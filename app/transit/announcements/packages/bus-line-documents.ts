import { z } from "zod";
import { charsets, directions, languages } from "../words";
import { formatName } from "./bus-line-layout";

export const Manifest = z.object({
  format: z.literal(formatName),
  fileVersion: z.string().min(1).max(16),
  charset: z.enum(charsets),
  crs: z.literal("WGS84"),
  created: z.string(),
  voiceVersion: z.string(),
  files: z
    .array(
      z.object({
        path: z.string(),
        size: z.number().int().min(0),
        crc32: z.number().int().min(0),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        held: z.literal(true).optional(),
      }),
    )
    .max(20_000),
  totalBytes: z.number(),
});

const NamesDocument = z.partialRecord(z.enum(Object.keys(languages) as [keyof typeof languages]), z.string());

const StationDocument = z
  .object({
    serial: z.number(),
    uid: z.string(),
    code: z.string(),
    names: NamesDocument,
    lng: z.number(),
    lat: z.number(),
    azimuth: z.number().optional(),
    inRadius: z.number(),
    outRadius: z.number(),
    limit: z.number().optional(),
    type: z.number(),
  })
  .transform(({ uid, limit, type, ...rest }) => ({ ...rest, staUuid: uid, limitSpeed: limit, staType: type }));

export const LineDocument = z.object({
  lineNo: z.string(),
  names: NamesDocument,
  classifySid: z.string(),
  isLoop: z.boolean(),
  directions: z
    .array(
      z.object({
        direction: z.union([z.literal(1), z.literal(2)], { error: Object.values(directions).join("或") }),
        stations: z.array(StationDocument).max(1_000),
      }),
    )
    .max(2),
});

export type ManifestDocument = z.output<typeof Manifest>;
