import { faultOf, refuseShape, type OpenedSound } from "./opened";
import { openMp3 } from "./mp3";

/** A wav (RIFF or RF64) by its chunks; its length is that of the bytes which are there. */
export function openWav(bytes: Uint8Array): OpenedSound {
  const wav = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const { shape, sound } = chunksOf(wav);
  const tag = shape.readUInt16LE(0);
  const codec = tag === extensible && shape.length >= 26 ? shape.readUInt16LE(24) : tag;
  if (codec === mp3Inside) {
    const inside = openMp3(sound);
    if (!inside) throw faultOf.damaged();
    return { ...inside, format: "wav" };
  }
  const [channels, sampleRate, bytesASecond, block, bits] = [
    shape.readUInt16LE(2),
    shape.readUInt32LE(4),
    shape.readUInt32LE(8),
    shape.readUInt16LE(12),
    shape.readUInt16LE(14),
  ];
  const packed = codec in packedInBlocks;
  if (!packed && !(codec in plain)) throw faultOf.unsupported(`编码为 0x${codec.toString(16)} 的 WAV`);
  if (!packed && !plain[codec]!.includes(bits)) throw faultOf.unsupported(`${bits} 位的 WAV`);
  refuseShape({ channels, sampleRate });
  if (block === 0 || (!packed && block !== (channels * bits) / 8)) throw faultOf.damaged();
  if (sound.length < block) throw faultOf.silentFile();
  const length = sound.length - (sound.length % block);
  return {
    format: "wav",
    codec: "wav",
    sampleRate,
    channels,
    bitrate: packed ? 8 * bytesASecond : 8 * block * sampleRate,
    samples: packed ? undefined : length / block,
    slack: 0,
    pieces: plainWav(shape, sound.subarray(0, length), block),
  };
}

const extensible = 0xfffe;
const mp3Inside = 0x55;
/** Bits a sample, by the number of the codec: whole numbers, floating point, A-law, µ-law. */
const plain: Record<number, readonly number[]> = { 1: [8, 16, 24, 32], 3: [32, 64], 6: [8], 7: [8] };
const packedInBlocks: Record<number, string> = { 0x2: "MS ADPCM", 0x11: "IMA ADPCM" };

/** Size 0, and the largest, are written by programs that do not know it yet. */
function chunksOf(wav: Buffer): { shape: Buffer; sound: Buffer } {
  let shape: Buffer | undefined;
  let long: number | undefined;
  for (let at = 12; at + 8 <= wav.length;) {
    const name = wav.toString("latin1", at, at + 4);
    const size = wav.readUInt32LE(at + 4);
    const body = at + 8;
    if (name === "ds64" && body + 16 <= wav.length) long = Number(wav.readBigUInt64LE(body + 8));
    if (name === "fmt ") shape = wav.subarray(body, body + size);
    if (name === "data") {
      if (!shape || shape.length < 16) break;
      const said = size === 0xffffffff ? (long ?? size) : size;
      const isOpen = said === 0 || said >= 0x7fffffff;
      if (!isOpen && body + said > wav.length + lenience) break;
      return { shape, sound: wav.subarray(body, isOpen ? wav.length : body + said) };
    }
    at = body + size + (size % 2);
  }
  throw faultOf.damaged();
}

/** Some programs count their own header. */
const lenience = 8;

/** The header alone and then whole samples, each piece at an address of its own: the decoder reads numbers in place. */
function* plainWav(shape: Buffer, sound: Buffer, block: number): Generator<Uint8Array> {
  const header = Buffer.alloc(28 + shape.length + (shape.length % 2));
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(header.length - 8 + sound.length, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(shape.length, 16);
  shape.copy(header, 20);
  header.write("data", header.length - 8, "latin1");
  header.writeUInt32LE(sound.length, header.length - 4);
  yield header;
  const piece = block * Math.max(1, Math.floor(8192 / block));
  for (let at = 0; at < sound.length; at += piece) yield Uint8Array.from(sound.subarray(at, at + piece));
}
