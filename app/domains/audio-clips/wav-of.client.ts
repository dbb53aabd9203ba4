const rate = 24_000;

/** Recorded sound of any format that the browser reads, as a wav of one channel and 16 bits. */
export async function wavOf(recorded: Blob): Promise<ArrayBuffer> {
  const live = new AudioContext();
  const decoded = await live.decodeAudioData(await recorded.arrayBuffer());
  void live.close();
  const offline = new OfflineAudioContext(1, Math.ceil(decoded.duration * rate), rate);
  const source = offline.createBufferSource();
  source.buffer = decoded;
  source.connect(offline.destination);
  source.start();
  const samples = (await offline.startRendering()).getChannelData(0);
  const bytes = new ArrayBuffer(44 + 2 * samples.length);
  const view = new DataView(bytes);
  const write = (at: number, text: string) =>
    [...text].forEach((letter, nth) => view.setUint8(at + nth, letter.charCodeAt(0)));
  write(0, "RIFF");
  view.setUint32(4, bytes.byteLength - 8, true);
  write(8, "WAVEfmt ");
  for (const [at, value] of [
    [16, 16],
    [24, rate],
    [28, 2 * rate],
  ] as const)
    view.setUint32(at, value, true);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    view.setUint16(at, value, true);
  write(36, "data");
  view.setUint32(40, 2 * samples.length, true);
  samples.forEach((sample, at) => view.setInt16(44 + 2 * at, Math.max(-1, Math.min(1, sample)) * 32_767, true));
  return bytes;
}
