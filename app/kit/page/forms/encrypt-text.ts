import { sha256 } from "@noble/hashes/sha2.js";

const hashBytes = 32;

/** A short text encrypted with an RSA public key (SPKI PEM) by OAEP with SHA-256, as base64; undefined where it is too long. WebCrypto does the same, but browsers lack it on plain HTTP. */
export function encryptText(pem: string, text: string): string | undefined {
  const { modulus, exponent } = readPublicKey(pem);
  const size = Math.ceil(modulus.toString(16).length / 2);
  const message = new TextEncoder().encode(text);
  if (message.length > size - 2 * hashBytes - 2) return undefined;
  const block = new Uint8Array(size - hashBytes - 1);
  block.set(sha256(new Uint8Array()));
  block[block.length - message.length - 1] = 1;
  block.set(message, block.length - message.length);
  const seed = crypto.getRandomValues(new Uint8Array(hashBytes));
  const maskedBlock = exclusiveOr(block, mask(seed, block.length));
  const maskedSeed = exclusiveOr(seed, mask(maskedBlock, hashBytes));
  const whole = asNumber([...maskedSeed, ...maskedBlock]);
  return btoa(String.fromCharCode(...asBytes(power(whole, exponent, modulus), size)));
}

/** The two numbers of SubjectPublicKeyInfo: a sequence of the algorithm and a bit string, in which stand modulus and exponent. */
function readPublicKey(pem: string) {
  const der = Uint8Array.from(atob(pem.replace(/-----[^-]+-----|\s/g, "")), (letter) => letter.charCodeAt(0));
  const [, bits] = elements(elements(der)[0]!);
  const [modulus, exponent] = elements(elements(bits!.subarray(1))[0]!).map((bytes) => asNumber([...bytes]));
  return { modulus: modulus!, exponent: exponent! };
}

/** The contents of the DER elements that stand one after the other. */
function elements(der: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (let at = 1; at < der.length;) {
    const more = der[at]! > 127 ? der[at]! - 128 : 0;
    const size = more ? Number(asNumber([...der.subarray(at + 1, at + 1 + more)])) : der[at]!;
    const start = at + 1 + more;
    found.push(der.subarray(start, start + size));
    at = start + size + 1;
  }
  return found;
}

function mask(seed: Uint8Array, size: number): Uint8Array {
  const parts: number[] = [];
  for (let count = 0; parts.length < size; count++) parts.push(...sha256(Uint8Array.of(...seed, 0, 0, 0, count)));
  return Uint8Array.from(parts.slice(0, size));
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = BigInt(1);
  let square = base;
  for (const bit of exponent.toString(2).split("").reverse()) {
    if (bit === "1") result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

const exclusiveOr = (one: Uint8Array, other: Uint8Array) => one.map((byte, at) => byte ^ other[at]!);
const asNumber = (bytes: number[]) => BigInt(`0x${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`);
const asBytes = (value: bigint, size: number) =>
  value
    .toString(16)
    .padStart(size * 2, "0")
    .match(/../g)!
    .map((pair) => Number.parseInt(pair, 16));
