/** Sound of one channel or two as a wav of 16 bits, each channel in pieces. */
export function encodePcm(channels: readonly (readonly Float32Array[])[], sampleRate: number): Uint8Array {
  const count = channels.length;
  const samples = channels[0]!.reduce((sum, { length }) => sum + length, 0);
  const bytes = Buffer.alloc(44 + samples * count * 2);
  bytes.write("RIFF", 0, "latin1");
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write("WAVEfmt ", 8, "latin1");
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(count, 22);
  bytes.writeUInt32LE(sampleRate, 24);
  bytes.writeUInt32LE(sampleRate * count * 2, 28);
  bytes.writeUInt16LE(count * 2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36, "latin1");
  bytes.writeUInt32LE(samples * count * 2, 40);
  channels.forEach((pieces, channel) => {
    let at = 44 + 2 * channel;
    for (const piece of pieces) {
      for (const sample of piece) {
        bytes.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767))), at);
        at += 2 * count;
      }
    }
  });
  return bytes;
}
