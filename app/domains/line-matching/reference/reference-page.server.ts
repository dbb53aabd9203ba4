import { offsetsToRoads } from "~/domains/roads/queries.server";
import type { ViewerCall } from "~/kit/page/http/page.server";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import type { Upload, ReceivedFile } from "~/kit/data/files/upload.server";
import { again, alsoRefused, readForm, refused, typedAgain } from "~/kit/page/forms/read-form";
import { attempt, problem } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { pointsOfText, textOfPoints } from "~/transit/line-files/coordinate-text";
import { LineFileError, type FileLine, type LineFile } from "~/transit/line-files/shape";
import { FILE_CRS, type FileCrs, fromFile, isPossible } from "~/transit/geo/file-crs";
import type { LngLat } from "~/transit/geo/lng-lat";
import type { LikelyCrs } from "~/transit/geo/likely-crs";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import type { Direction } from "~/domains/lines/directions";
import {
  chosenDirection,
  loadEditedVersion,
  type LinePicture,
  pictureOf,
} from "~/domains/line-versions/queries.server";
import { may } from "~/domains/lines/policy";
import { requireLine } from "~/domains/lines/queries.server";
import { lineUrl, queryText } from "~/domains/lines/urls";
import { keepReference } from "./keep-reference.server";
import { referencesOf } from "./references.server";
import { ReferenceForm } from "./schema";
import { readFile, stat } from "node:fs/promises";
import { lineFileLimits, readingLimits } from "~/kit/ground/files/limits";
import { readLinesApart } from "~/transit/line-files/read-apart.server";
import { variantsOf } from "~/transit/line-files/pair";
import { sizeText } from "~/kit/data/files/size-text";
import { limitConcurrency } from "~/kit/ground/limit-concurrency";
import { spellings } from "~/domains/lines/spellings";

export async function referencePage({ viewer, url, params }: Pick<ViewerCall, "viewer" | "url" | "params">) {
  const line = await requireLine(viewer, params.lineUuid!);
  const detail = await loadEditedVersion(viewer, { lineUuid: line.lineUuid });
  const { one } = chosenDirection(detail, url);
  const references = await referencesOf(viewer, line.lineUuid);
  const stored = references.find(({ direction }) => direction === one.direction);
  return {
    lineUuid: line.lineUuid,
    lineName: line.lineName,
    direction: one.direction as Direction,
    directionName: one.directionName,
    directions: detail.directions.map(({ direction, directionName }) => ({
      direction,
      directionName: `${directionName}${references.some((each) => each.direction === direction) ? "（有参考线）" : ""}`,
    })),
    stored: stored && {
      ...stored,
      path: null,
      points: stored.path.length,
      updatedAt: formatTime(stored.updatedAt, settings().OPERATOR_TIME_ZONE),
      likely: likelyOf(stored.offsets),
    },
    picture: stored ? await beside(viewer, stored.path, one.path) : null,
    current: one.path.length,
    mayWrite: allows(viewer, may.write),
  };
}

/** How the points that were sent lie by the roads; drawn under the system chosen, else under the likely one. */
export interface CheckedReference {
  likely: LikelyCrs;
  crs: FileCrs | null;
  points: number;
  picture: LinePicture | null;
}

/** Keeps what was sent, or, asked to check, shows how it lies by the roads; the coordinates of a file take the place of what was pasted. */
export async function sendReference({ viewer, request, params, url }: ViewerCall, upload: Upload) {
  const { lineUuid, lineName, direction } = await referencePage({ viewer, url, params });
  const { form } = upload;
  const [file] = upload.files;
  if (file?.fault) return again(alsoRefused(await readForm(form, ReferenceForm), problem.field("file", file.fault)));
  const read = file && (await attempt(() => drawnIn(file, lineName, direction, request.signal)));
  if (read && !read.ok) return again(refused(await readForm(form, ReferenceForm), read.problem));
  if (read?.ok) {
    form.set("path", textOfPoints(read.value.path));
    form.set("referenceName", read.value.name.slice(0, 64));
    form.set("fileName", file!.name.slice(0, 255));
  }
  const sent = await readForm(form, ReferenceForm);
  const raw = pointsSent(form);
  if (typeof raw === "string") return again(alsoRefused(sent, problem.field("path", raw)));
  const likely = raw && (await offsetsToRoads(viewer, raw));
  const crs = FILE_CRS.find((one) => one === form.get("crs"));
  const checked: CheckedReference | null = raw &&
    likely && {
      likely,
      crs: crs ?? likely.likely,
      points: raw.length,
      picture: await checkedPicture(viewer, lineUuid, direction, raw, crs ?? likely.likely),
    };
  if (form.get("do") === "check")
    return raw ? typedAgain(form, ReferenceForm, { checked }) : again({ status: "error", reply: sent.reply });
  if (sent.status !== "success" || !raw || !likely) return again({ status: "error", reply: sent.reply }, { checked });
  const { referenceName, fileName = null, version, ...value } = sent.value;
  if (!isPossible(raw, value.crs))
    return again(refused(sent, problem.field("crs", "这些坐标不可能是所选的坐标系，请核对后另选")), { checked });
  const kept = await attempt(() =>
    keepReference(
      viewer,
      lineUuid,
      {
        direction,
        referenceName: referenceName ?? "粘贴的坐标",
        fileName,
        crs: value.crs,
        path: fromFile(raw, value.crs),
        offsets: likely.offsets,
      },
      version,
    ),
  );
  if (!kept.ok) return again(refused(sent, kept.problem), { checked });
  return redirectWith(
    request,
    kept.value === "unchanged" ? "参考线与已保存的相同，没有改动" : "已保存参考线",
    `${lineUrl({ lineUuid })}/reference${queryText({ direction })}`,
  );
}

function pointsSent(form: FormData): LngLat[] | string | null {
  const text = String(form.get("path") ?? "").trim();
  if (text === "") return null;
  try {
    return pointsOfText(text);
  } catch (error) {
    if (error instanceof LineFileError) return error.message;
    throw error;
  }
}

async function checkedPicture(
  viewer: Viewer,
  lineUuid: string,
  direction: Direction,
  raw: readonly LngLat[],
  crs: FileCrs | null,
) {
  if (!crs) return null;
  const { directions } = await loadEditedVersion(viewer, { lineUuid });
  return beside(viewer, fromFile(raw, crs), directions.find((one) => one.direction === direction)?.path ?? []);
}

/** The reference, and faint the path there is. */
function beside(viewer: Viewer, path: readonly LngLat[], current: readonly LngLat[]) {
  return pictureOf(viewer, {
    path: [...path],
    stations: [],
    breaks: [],
    ...(current.length > 1 && { otherPath: [...current] }),
  });
}

/** What was measured when it was kept, the nearest system first. */
const likelyOf = (offsets: LikelyCrs["offsets"]): LikelyCrs => ({ offsets, points: 0, likely: null, clearness: null });

/** The way that a file draws for one direction of a line: by the line's name where the file has several; a plain list of coordinates is one way. Throws problem.field. */
async function drawnIn(
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
