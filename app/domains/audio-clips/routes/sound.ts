import { page } from "~/kit/page/http/page.server";
import { playClip } from "../play.server";
import { audioRoom } from "../room";

export const loader = page(audioRoom.may.read, ({ viewer, request, params }) =>
  playClip(viewer, request, params.audioUuid ?? ""),
);
