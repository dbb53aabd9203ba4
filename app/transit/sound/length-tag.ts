/** Puts a frame before mp3 of one channel that tells players how many samples to leave out at both ends; without it each clip is some 60 ms too long. */
export function withLengthTag(mp3: Buffer, samples: number): Buffer {
  const head = mp3.readUInt32BE(0);
  const mpeg1 = (head & 0x80000) !== 0;
  const frameSamples = mpeg1 ? 1152 : 576;
  const padded = (at: number) => (mp3[at + 2]! & 2) >> 1;
  const plain = frameBytes(head, mpeg1);
  const start = 4 + (mpeg1 ? 17 : 9);
  if (plain < start + tagBytes) return mp3;
  let frames = 0;
  for (let at = 0; at < mp3.length; at += plain + padded(at)) frames++;
  const tag = Buffer.alloc(plain);
  tag.writeUInt32BE((head & ~0x200) >>> 0, 0);
  tag.write("Info", start, "latin1");
  tag.writeUInt32BE(3, start + 4);
  tag.writeUInt32BE(frames, start + 8);
  tag.writeUInt32BE(mp3.length + plain, start + 12);
  tag.write("LAME3.100", start + 16, "latin1");
  const after = Math.max(0, Math.min(4095, frames * frameSamples - encoderDelay - samples));
  tag.writeUIntBE((encoderDelay << 12) | after, start + 16 + 21, 3);
  return Buffer.concat([tag, mp3]);
}

const encoderDelay = 576;
const tagBytes = 52;
const bitrates = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const rates = [44_100, 48_000, 32_000];

/** Of a frame without a byte of padding. */
function frameBytes(head: number, mpeg1: boolean): number {
  const bitrate = bitrates[mpeg1 ? "mpeg1" : "mpeg2"][(head >>> 12) & 15]! * 1000;
  const lower = mpeg1 ? 1 : ((head >>> 19) & 3) === 2 ? 2 : 4;
  const rate = rates[(head >>> 10) & 3]! / lower;
  return Math.floor(((mpeg1 ? 144 : 72) * bitrate) / rate);
}
