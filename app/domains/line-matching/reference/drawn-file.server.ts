import { readFile, stat } from "node:fs/promises";
import { lineFileLimits, readingLimits } from "~/kit/ground/files/limits";
import { readLinesApart } from "~/transit/line-files/read-apart.server";
import { pointsOfText } from "~/transit/line-files/coordinate-text";
import { variantsOf } from "~/transit/line-files/pair";
import { type FileLine, type LineFile, LineFileError } from "~/transit/line-files/shape";
import type { ReceivedFile } from "~/kit/data/files/upload.server";
import { sizeText } from "~/kit/data/files/size-text";
import { problem } from "~/kit/ground/problem";
import type { LngLat } from "~/transit/geo/lng-lat";
import { limitConcurrency } from "~/kit/ground/limit-concurrency";
import type { Direction } from "~/domains/lines/directions";
import { spellings } from "~/domains/lines/spellings";

/** The way that a file draws for one direction of a line: by the line's name where the file has several; a plain list of coordinates is one way. Throws problem.field. */
export async function drawnIn(
  file: ReceivedFile,
  lineName: string,
  direction: Direction,
  signal: AbortSignal,
): Promise<{ path: LngLat[]; name: string }> {
  if (file.size > lineFileLimits.drawnBytes)
    throw problem.field(
      "file",
      `文件超过 ${sizeText(lineFileLimits.drawnBytes)}，请在“线路文件导入”里作为参考线导入，或只留这一条线路`,
    );
  const leave = await enter();
  try {
    const found = await readLinesApart([{ path: file.path, name: file.name }], signal, readingLimits.drawn);
    return wayOf(found, lineName, direction);
  } catch (error) {
    if (!(error instanceof LineFileError)) throw error;
    const plain = await plainCoordinates(file);
    if (plain) return { path: plain, name: file.name };
    throw problem.field("file", error.message);
  } finally {
    leave();
  }
}

/** Here a reader answers a request, whose number nothing else bounds. */
const enter = limitConcurrency(1, 5, () => problem.field("file", "同时读取的文件较多，请过一会儿再上传"));

function wayOf({ lines }: LineFile, lineName: string, direction: Direction): { path: LngLat[]; name: string } {
  const drawn = lines.filter(({ directions }) => directions.some(({ path }) => path.length > 1));
  const line =
    drawn.find(({ name }) => spellings(name).some((one) => spellings(lineName).includes(one))) ??
    (drawn.length === 1 ? drawn[0] : undefined);
  if (!line)
    throw new LineFileError(
      `文件里有 ${drawn.length} 条有折线的线路，但没有叫“${lineName}”的。可在“线路文件导入”里把整个文件作为参考线导入`,
    );
  return oneOf(line, direction);
}

function oneOf(line: FileLine, direction: Direction): { path: LngLat[]; name: string } {
  const [primary] = variantsOf({ ...line, directions: line.directions.filter(({ path }) => path.length > 1) }).variants;
  const way = (direction === 1 ? primary!.up : primary!.down) ?? primary!.up ?? primary!.down!;
  return { path: way.path, name: [line.name, [way.from, way.to].filter(Boolean).join("—")].filter(Boolean).join(" ") };
}

async function plainCoordinates(file: ReceivedFile): Promise<LngLat[] | null> {
  if ((await stat(file.path)).size > 2_000_000) return null;
  try {
    return pointsOfText(await readFile(file.path, "utf8"));
  } catch {
    return null;
  }
}
