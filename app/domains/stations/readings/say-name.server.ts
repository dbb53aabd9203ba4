import { createHash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { localPath } from "~/kit/data/files/files.server";
import { shownBytes } from "~/kit/data/files/shown-file.server";
import { problem } from "~/kit/ground/problem";
import { readAloud } from "~/transit/sound/read-aloud";
import { SoundFault } from "~/transit/sound/sound";
import { speak } from "~/transit/sound/speak.server";
import { readingOfStation } from "./names.server";

/** A station's name as the program would speak it now. Throws problem.field where it cannot be spoken. */
export async function sayName(request: Request, staUuid: string): Promise<Response> {
  const { staName, reading } = await readingOfStation(staUuid);
  const etag = createHash("sha256").update(`${staName} ${reading}`).digest("hex");
  return shownBytes(request, { contentType: "audio/wav", name: `${staName}.wav`, etag }, async () => {
    const path = await localPath();
    try {
      const spoken = readAloud(staName, { language: "zh", pronunciation: reading });
      await speak(spoken, path, { language: "zh", voice: "male", rate: 100 }, { signal: request.signal });
      return await readFile(path);
    } catch (error) {
      throw error instanceof SoundFault ? problem.field("staUuid", error.message) : error;
    } finally {
      await rm(path, { force: true });
    }
  });
}
