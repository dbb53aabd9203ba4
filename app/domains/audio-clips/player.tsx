import { soundUrl } from "./table";
import type { AudioRow } from "./room";

export function Player({ clip }: { clip: Pick<AudioRow, "audioUuid" | "audioName" | "sha256"> }) {
  return (
    <audio controls preload="none" src={soundUrl(clip)} aria-label={`试听 ${clip.audioName}`}>
      浏览器不能播放这个文件。
    </audio>
  );
}
