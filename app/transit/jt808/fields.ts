import iconv from "iconv-lite";
import { FrameFault } from "./fault";
import { Reader } from "./reader";

export type Version = 2013 | 2019;

/** A piece of a message's body, read and written the same way. */
export interface Field<T> {
  read(from: Reader, version: Version): T;
  write(value: T, version: Version): Buffer;
}

type Length = number | Record<Version, number>;
type ValueOf<F> = F extends Field<infer T> ? T : never;

/** Fields one after another, each under its name. */
export function layout<const Fields extends Record<string, Field<unknown>>>(
  fields: Fields,
): Field<{ [K in keyof Fields]: ValueOf<Fields[K]> }> {
  const named = Object.entries(fields) as [string, Field<unknown>][];
  return {
    read: (from, version) =>
      Object.fromEntries(
        named.map(([name, field]) => [name, field.read(from, version)]).filter(([, value]) => value !== undefined),
      ) as { [K in keyof Fields]: ValueOf<Fields[K]> },
    write: (value, version) =>
      Buffer.concat(named.map(([name, field]) => field.write((value as Record<string, unknown>)[name], version))),
  };
}

const unsigned = (length: 1 | 2 | 4): Field<number> => ({
  read: (from) => from.number(length),
  write: (value) => {
    const bytes = Buffer.alloc(length);
    bytes.writeUIntBE(value, 0, length);
    return bytes;
  },
});
export const byte = unsigned(1);
export const word = unsigned(2);
export const dword = unsigned(4);

/** Digits two a byte; a terminal may send letters a to f in their place. */
export const digits = (length: number): Field<string> => ({
  read: (from) => from.take(length).toString("hex"),
  write: (value) => Buffer.from(value.padStart(2 * length, "0").slice(-2 * length), "hex"),
});

/** GBK in so many bytes, filled with zeros. */
export const text = (length: Length): Field<string> => ({
  read: (from, version) => plain(from.take(lengthIn(length, version))),
  write: (value, version) => {
    const bytes = Buffer.alloc(lengthIn(length, version));
    encodeText(value).copy(bytes);
    return bytes;
  },
});

export const restOfText: Field<string> = { read: (from) => plain(from.take()), write: (value) => encodeText(value) };

/** GBK after one byte that says its length. */
export const countedText: Field<string> = {
  read: (from) => plain(from.take(from.number(1))),
  write: (value) => {
    const bytes = encodeText(value).subarray(0, 255);
    return Buffer.concat([Buffer.of(bytes.length), bytes]);
  },
};

export const restOfBytes: Field<Buffer> = { read: (from) => Buffer.from(from.take()), write: (value) => value };

/** Bytes after four that say their length. */
export const countedBytes: Field<Buffer> = {
  read: (from) => Buffer.from(from.take(from.number(4))),
  write: (value) => Buffer.concat([dword.write(value.length, 2013), value]),
};

export const since2019 = <T>(field: Field<T>): Field<T | undefined> => ({
  read: (from, version) => (version === 2019 && from.left > 0 ? field.read(from, version) : undefined),
  write: (value, version) => (version === 2019 && value !== undefined ? field.write(value, version) : Buffer.alloc(0)),
});

export const byVersion = <T>(fields: Record<Version, Field<T>>): Field<T> => ({
  read: (from, version) => fields[version].read(from, version),
  write: (value, version) => fields[version].write(value, version),
});

/** Of 2013, a body of fewer bytes than `least` is read by another layout; what that one wants at its end and is not there, is empty. */
export const orShorter = <T>(least: number, field: Field<T>, shorter: Field<T>): Field<T> => ({
  read: (from, version) => {
    if (version === 2019 || from.left >= least) return field.read(from, version);
    const bytes = from.take();
    return shorter.read(new Reader(Buffer.concat([bytes, Buffer.alloc(least - bytes.length)])), version);
  },
  write: (value, version) => field.write(value, version),
});

/** So many as a number before them says. */
export const list = <T>(count: Field<number>, field: Field<T>): Field<T[]> => ({
  read: (from, version) => {
    const many = count.read(from, version);
    if (many > from.left) throw new FrameFault("body", `${many} entries in ${from.left} bytes`);
    return Array.from({ length: many }, () => field.read(from, version));
  },
  write: (values, version) =>
    Buffer.concat([count.write(values.length, version), ...values.map((value) => field.write(value, version))]),
});

/** What a field reads from bytes of its own, whose length stands before them. */
export const enclosed = <T>(length: Field<number>, field: Field<T>): Field<T> => ({
  read: (from, version) => field.read(new Reader(from.take(length.read(from, version))), version),
  write: (value, version) => {
    const bytes = field.write(value, version);
    return Buffer.concat([length.write(bytes.length, version), bytes]);
  },
});

export const encodeText = (value: string): Buffer => iconv.encode(value, "gbk");

// PostgreSQL keeps no zeros in a text, and makers fill at either end.
const plain = (bytes: Buffer) => iconv.decode(bytes, "gbk").replaceAll("\0", "");
const lengthIn = (length: Length, version: Version) => (typeof length === "number" ? length : length[version]);
