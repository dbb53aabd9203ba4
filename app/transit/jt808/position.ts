import { FrameFault } from "./fault";
import { digits, dword, enclosed, type Field, word } from "./fields";
import { itemsField, type PositionItems } from "./position-items";

export interface Position {
  alarmBits: number;
  stateBits: number;
  /** Degrees, negative in the south and west. */
  lat: number;
  lng: number;
  altitudeMetres: number;
  speedKmh: number;
  headingDegrees: number;
  /** Null where the terminal has no clock yet. */
  time: Date | null;
  items: PositionItems;
}

const [SOUTH, WEST] = [4, 8];
const micro = 1_000_000;

export const position: Field<Position> = {
  read(from, version) {
    const numbers = [4, 4, 4, 4, 2, 2, 2].map((length) => from.number(length as 2 | 4));
    const time = digits(6).read(from, version);
    return positionFrom(numbers as RawPosition, time, itemsField.read(from, version));
  },
  write: (value, version) => {
    const [numbers, time] = rawPosition(value);
    const lengths = [dword, dword, dword, dword, word, word, word];
    return Buffer.concat([
      ...numbers.map((number, at) => lengths[at]!.write(number, version)),
      digits(6).write(time, version),
      itemsField.write(value.items, version),
    ]);
  },
};

/** Alarm, state, latitude, longitude, altitude, speed and heading as they are sent. */
export type RawPosition = [number, number, number, number, number, number, number];

export function positionFrom(
  [alarmBits, stateBits, lat, lng, altitudeMetres, speed, headingDegrees]: RawPosition,
  time: string,
  items: PositionItems,
): Position {
  const signed = (value: number, bit: number) => (stateBits & bit && value !== 0 ? -value : value) / micro;
  return {
    alarmBits,
    stateBits,
    lat: signed(lat, SOUTH),
    lng: signed(lng, WEST),
    altitudeMetres,
    speedKmh: speed / 10,
    headingDegrees,
    time: timeFrom(time),
    items,
  };
}

export function rawPosition(given: Position): [RawPosition, time: string] {
  const { alarmBits, lat, lng, altitudeMetres, speedKmh, headingDegrees, time } = given;
  const side = (bits: number, value: number, bit: number) =>
    value === 0 ? bits : value < 0 ? bits | bit : bits & ~bit;
  const stateBits = side(side(given.stateBits, lat, SOUTH), lng, WEST) >>> 0;
  const [y, x] = [lat, lng].map((degrees) => Math.round(Math.abs(degrees) * micro)) as [number, number];
  return [
    [alarmBits, stateBits, y, x, altitudeMetres, Math.round(speedKmh * 10), headingDegrees],
    time ? new Date(time.getTime() + eightHours).toISOString().replace(/\D/g, "").slice(2, 14) : "0".repeat(12),
  ];
}

/** `yyMMddHHmmss` of GMT+8. */
function timeFrom(sent: string): Date | null {
  if (!/^\d{12}$/.test(sent)) return null;
  const [year, month, day, hour, minute, second] = sent.match(/../g)!.map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const moment = new Date(Date.UTC(2000 + year, month - 1, day, hour, minute, second));
  const isReal = moment.toISOString().replace(/\D/g, "").slice(2, 14) === sent;
  return isReal ? new Date(moment.getTime() - eightHours) : null;
}

const eightHours = 8 * 3_600_000;

/** Positions that were kept while there was no connection (kind 1), or sent in one (kind 0). */
export interface PositionBatch {
  isLate: boolean;
  positions: Position[];
}

export const positionBatch: Field<PositionBatch> = {
  read(from, version) {
    const [count, kind] = [from.number(2), from.number(1)];
    const positions: Position[] = [];
    while (from.left > 0 && positions.length < count) positions.push(oneOfBatch.read(from, version));
    if (positions.length < count) throw new FrameFault("body", `${positions.length} of ${count} positions`);
    return { isLate: kind === 1, positions };
  },
  write: ({ isLate, positions }, version) =>
    Buffer.concat([
      word.write(positions.length, version),
      Buffer.of(isLate ? 1 : 0),
      ...positions.map((one) => oneOfBatch.write(one, version)),
    ]),
};

const oneOfBatch = enclosed(word, position);
