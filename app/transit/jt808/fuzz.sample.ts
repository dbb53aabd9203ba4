import fc from "fast-check";
import { FrameFault } from "./fault";
import { decodeFrame } from "./frame";
import { decodeMessage } from "./message";
import { messagesOf } from "./messages.sample";
import { PartJoiner } from "./parts";
import { framesOf } from "./send";
import { FrameSplitter } from "./split";

/** So many frames cut, joined, changed, repeated and swapped through one stream; anything thrown but FrameFault comes out. */
export function framesThrough(count: number, seed: number) {
  const good = ([2013, 2019] as const).flatMap((version) =>
    fc.sample(messagesOf(version), { numRuns: 400, seed }).flatMap((message) => {
      let serial = 1;
      return framesOf(message, { phone: "013912345678", version }, () => serial++).slice(0, 3);
    }),
  );
  const next = randomFrom(seed);
  const splitter = new FrameSplitter();
  const joiner = new PartJoiner();
  const seen = { frames: 0, refused: 0, whole: 0, grown: 0 };
  const between = (bytes: Buffer) => {
    seen.frames++;
    try {
      const { header, body } = decodeFrame(bytes);
      const whole = joiner.add({ header, body }, seen.frames * 50);
      if (whole) decodeMessage(whole.header.messageId, whole.body, header.version);
      seen.whole++;
    } catch (error) {
      if (!(error instanceof FrameFault)) throw error;
      seen.refused++;
    }
    joiner.missing(seen.frames * 50);
  };
  let before = 0;
  while (seen.frames < count) {
    const frame = spoilt(good[next(good.length)]!, next);
    const cut = next(frame.length + 1);
    for (const chunk of [frame.subarray(0, cut), frame.subarray(cut)])
      for (const one of splitter.push(chunk)) between(one);
    before ||= seen.frames > count / 4 ? held() : 0;
  }
  return { ...seen, grown: held() - before };
}

function spoilt(frame: Buffer, next: (below: number) => number): Buffer {
  const kind = next(8);
  if (kind < 3) return frame;
  const copy = Buffer.from(frame);
  if (kind === 3) return copy.subarray(0, next(copy.length));
  if (kind === 4) return Buffer.concat([copy, copy.subarray(next(copy.length))]);
  if (kind === 5) return resealed(copy, next);
  for (let times = 1 + next(4); times > 0; times--) copy[next(copy.length)] = next(256);
  return copy;
}

/** Changed with a right checksum, so that the body's readers see it. */
function resealed(frame: Buffer, next: (below: number) => number): Buffer {
  const content = frame.subarray(1, -2);
  if (content.includes(0x7d) || frame[frame.length - 2] === 1 || content.length < 14) return frame;
  for (let times = 1 + next(3); times > 0; times--) content[12 + next(content.length - 12)] = next(0x7d);
  const sum = content.reduce((xor, one) => xor ^ one, 0);
  const end = sum === 0x7e ? [0x7d, 2] : sum === 0x7d ? [0x7d, 1] : [sum];
  return Buffer.concat([Buffer.of(0x7e), content, Buffer.of(...end, 0x7e)]);
}

function held(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const randomFrom = (seed: number) => (below: number) => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};
