import type { Field } from "./fields";

/** What follows a position: the standard's own by name, and the others, which are each maker's, as they came. */
export interface PositionItems {
  mileageKm?: number;
  fuelLitres?: number;
  recorderKmh?: number;
  alarmEvent?: number;
  signalBits?: number;
  ioBits?: number;
  /** AD0 in the low half, AD1 in the high half. */
  analogBits?: number;
  /** 0 to 31 or so, as the modem says it. */
  signalStrength?: number;
  satellites?: number;
  /** Hexadecimal by the item's number. */
  others: Record<string, string>;
  /** Hexadecimal: what could not be read as items. */
  rest?: string;
}

type ItemName = Exclude<keyof PositionItems, "others" | "rest">;

/** Number, length and what one unit is in tenths. */
export const namedItems: { id: number; name: ItemName; length: 1 | 2 | 4; tenths: boolean }[] = [
  { id: 0x01, name: "mileageKm", length: 4, tenths: true },
  { id: 0x02, name: "fuelLitres", length: 2, tenths: true },
  { id: 0x03, name: "recorderKmh", length: 2, tenths: true },
  { id: 0x04, name: "alarmEvent", length: 2, tenths: false },
  { id: 0x25, name: "signalBits", length: 4, tenths: false },
  { id: 0x2a, name: "ioBits", length: 2, tenths: false },
  { id: 0x2b, name: "analogBits", length: 4, tenths: false },
  { id: 0x30, name: "signalStrength", length: 1, tenths: false },
  { id: 0x31, name: "satellites", length: 1, tenths: false },
];

export const itemsField: Field<PositionItems> = {
  read(from) {
    const items: PositionItems = { others: {} };
    while (from.left >= 2) {
      const [id, length] = [from.number(1), from.number(1)];
      if (length > from.left) {
        items.rest = Buffer.concat([Buffer.of(id, length), from.take()]).toString("hex");
        return items;
      }
      const data = from.take(length);
      const known = namedItems.find((one) => one.id === id && one.length === length);
      if (known) items[known.name] = data.readUIntBE(0, known.length) / (known.tenths ? 10 : 1);
      else items.others[id] = data.toString("hex");
    }
    if (from.left > 0) items.rest = from.take().toString("hex");
    return items;
  },
  write(items) {
    const pieces = namedItems.flatMap(({ id, name, length, tenths }) => {
      const value = items[name];
      if (value === undefined) return [];
      const bytes = Buffer.alloc(2 + length);
      bytes[0] = id;
      bytes[1] = length;
      bytes.writeUIntBE(Math.round(value * (tenths ? 10 : 1)), 2, length);
      return [bytes];
    });
    const others = Object.entries(items.others).map(([id, hex]) => {
      const data = Buffer.from(hex, "hex");
      return Buffer.concat([Buffer.of(Number(id), data.length), data]);
    });
    return Buffer.concat([...pieces, ...others, Buffer.from(items.rest ?? "", "hex")]);
  },
};
