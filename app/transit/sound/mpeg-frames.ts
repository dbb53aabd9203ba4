/** The header of a frame of layer 3, as far as its length needs it; undefined where there is none. */
export function frameAt(bytes: Uint8Array, at: number): { bytes: number; mpeg1: boolean } | undefined {
  const [sync = 0, kind = 0, rates = 0] = bytes.subarray(at, at + 3);
  const version = (kind >> 3) & 3;
  if (sync !== 0xff || (kind & 0xe6) !== 0xe2 || version === 1) return undefined;
  const mpeg1 = version === 3;
  const bitrate = bitrates[mpeg1 ? "mpeg1" : "mpeg2"][rates >> 4];
  const rate = sampleRates[(rates >> 2) & 3];
  if (!bitrate || !rate) return undefined;
  const divisor = mpeg1 ? 1 : version === 2 ? 2 : 4;
  return { bytes: Math.floor(((mpeg1 ? 144_000 : 72_000) * bitrate * divisor) / rate) + ((rates >> 1) & 1), mpeg1 };
}

/** Whether the file ends within a frame. */
export function endsWithinFrame(bytes: Uint8Array): boolean {
  let at = afterTag(bytes);
  while (at < bytes.length && !isFollowed(bytes, at)) at++;
  for (let frame = frameAt(bytes, at); frame; frame = frameAt(bytes, at)) {
    at += frame.bytes;
    if (at > bytes.length) return true;
  }
  return false;
}

const bitrates = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const sampleRates = [44_100, 48_000, 32_000];

function isFollowed(bytes: Uint8Array, at: number): boolean {
  const frame = frameAt(bytes, at);
  return frame !== undefined && (at + frame.bytes >= bytes.length || frameAt(bytes, at + frame.bytes) !== undefined);
}

/** Behind ID3v2 at the start, whose length has seven bits a byte. */
function afterTag(bytes: Uint8Array): number {
  if (String.fromCharCode(...bytes.subarray(0, 3)) !== "ID3") return 0;
  return 10 + bytes.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 127), 0);
}
