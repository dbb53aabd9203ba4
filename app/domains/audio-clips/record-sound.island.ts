import type { PlainHost } from "~/kit/page/islands/mount-plain";
import { wavOf } from "./wav-of.client";

export interface RecordSoundProps {
  /** The name of the form's field that takes the file. */
  field: string;
}

const longestMs = 120_000;

/** A button that records with the microphone; what was recorded goes into the form's file field. */
export default function recordSound(host: PlainHost, { field }: RecordSoundProps) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "button" });
  const said = document.createElement("span");
  said.setAttribute("role", "status");
  const heard = Object.assign(document.createElement("audio"), { controls: true, hidden: true });
  host.place.append(button, " ", said, " ", heard);
  button.textContent = "用麦克风录音";
  let stop: (() => void) | undefined;

  async function record() {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    const recorder = new MediaRecorder(stream);
    const pieces: Blob[] = [];
    recorder.ondataavailable = ({ data }) => pieces.push(data);
    recorder.onstop = () => {
      for (const track of stream.getTracks()) track.stop();
      stop = undefined;
      button.textContent = "重新录音";
      void keep(new Blob(pieces)).catch(fail);
    };
    recorder.start();
    const timer = setTimeout(() => stop?.(), longestMs);
    stop = () => {
      clearTimeout(timer);
      recorder.stop();
    };
    button.textContent = "停止录音";
    said.textContent = "正在录音，最长 2 分钟";
  }

  async function keep(recorded: Blob) {
    const file = new File([await wavOf(recorded)], "录音.wav", { type: "audio/wav" });
    const input = button.form?.elements.namedItem(field);
    if (!(input instanceof HTMLInputElement)) return;
    const chosen = new DataTransfer();
    chosen.items.add(file);
    input.files = chosen.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
    URL.revokeObjectURL(heard.src);
    heard.src = URL.createObjectURL(file);
    heard.hidden = false;
    said.textContent = "已录好，保存后生效";
  }

  const fail = () => (said.textContent = "不能录音：请允许使用麦克风，或上传文件");
  button.onclick = () => (stop ? stop() : void record().catch(fail));
  if (!("MediaRecorder" in window) || !navigator.mediaDevices) {
    button.disabled = true;
    said.textContent = "这个浏览器不能录音，请上传文件";
  }
  host.stand();
  return () => stop?.();
}
