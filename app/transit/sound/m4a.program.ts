import { readFileSync, writeFileSync } from "node:fs";
import { decoder } from "@audio/decode-aac";
import { encodePcm } from "./encode-wav";
import { endWithParent, m4aLimits } from "./end-with-parent";

endWithParent(m4aLimits.megabytes, m4aLimits.seconds);
const [file = "", to = ""] = process.argv.slice(2);
const bytes = readFileSync(file);
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
if (channels > 0 && channels <= 2) {
  const joined = Array.from({ length: channels }, (_, channel) => parts.map((part) => part[channel]!));
  writeFileSync(to, encodePcm(joined, sampleRate));
}
process.exit(0);
