import { allows } from "~/kit/data/access/viewer";
import type { Door } from "~/kit/page/import-flow/doors";
import { importUrl } from "./import-row";
import { audioImports } from "./import-steps.server";
import { audioRoom } from "./room";

export const audioDoor: Door = {
  life: audioImports,
  titles: (viewer): Record<string, string> =>
    allows(viewer, audioRoom.may.write) ? { "audio.upload": "语音文件", "audio.speak": "站名朗读" } : {},
  href: importUrl,
};
