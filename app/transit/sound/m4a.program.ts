import { readFileSync, writeFileSync } from "node:fs";
import { decoder } from "@audio/decode-aac";
import { encodePcm } from "./encode-wav";
import { endWithParent, m4aLimits } from "./end-with-parent";
import { isAdts, openAdts, samplesAFrame } from "./formats/adts";
import { id3Length } from "./formats/opened";

endWithParent(m4aLimits.megabytes, m4aLimits.seconds);
const [file = "", to = ""] = process.argv.slice(2);
const all = readFileSync(file);
const bytes = all.subarray(id3Length(all));
const aac = await decoder();
const parts: Float32Array[][] = [];
let [samples, sampleRate] = [0, 0];
for (let at = 0; at < bytes.length; at += 2048) {
  const { channelData, sampleRate: rate } = aac.decode(bytes.subarray(at, at + 2048));
  if (!channelData[0]?.length) continue;
  parts.push(channelData);
  samples += channelData[0].length;
  sampleRate = rate;
  if (samples > 301 * rate) break;
}
const channels = parts[0]?.length ?? 0;
// Of frames without a container, the decoder keeps the first one back, which is the encoder's silence.
if (isAdts(bytes)) {
  const heldBack = (samplesAFrame * sampleRate) / openAdts(bytes).sampleRate;
  parts.unshift(Array.from({ length: channels }, () => new Float32Array(heldBack)));
}
if (channels > 0 && channels <= 2) {
  const joined = Array.from({ length: channels }, (_, channel) => parts.map((part) => part[channel]!));
  writeFileSync(to, encodePcm(joined, sampleRate));
}
process.exit(0);
