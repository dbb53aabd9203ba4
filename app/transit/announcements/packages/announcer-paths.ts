import { root } from "./announcer-layout";

export function announcerPathKind(path: string): "text" | "audio" | undefined {
  if (!path.startsWith(`${root}/`) || path.includes("..") || path.includes("\\") || path.length > 200) return undefined;
  const rest = path.slice(root.length + 1);
  if (/^语音\/[^/]+\/[^/]+\.(mp3|wav)$/.test(rest)) return "audio";
  return /^((线路列表|音频列表|显示文字|播放条件)\.txt|语音\/服务语\.txt|(线路|轨迹点文件)\/[^/]+\.txt)$/.test(rest)
    ? "text"
    : undefined;
}
