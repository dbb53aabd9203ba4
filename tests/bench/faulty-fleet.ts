/** A record as an operator's old system has it; `faulty` where nobody should take it. */
export interface FaultyOptions {
  faulty: boolean;
  values: Record<string, unknown>;
}

export interface Named {
  orgId: string;
  busModel: string;
  deviceModel: string;
}

/** 6,600 stations as they came from a real operator: 91 at 0,0; 4 whose name swallowed half of the coordinate with a line break, 6 that did so in the wrong encoding. */
export function makeStations(count = 6600): FaultyOptions[] {
  return spread(count, 101, (nth, fault) => {
    const values = {
      staSelfCode: `RS${pad(nth)}`,
      staName: `${syllables[nth % 40]}${syllables[(nth * 7) % 40]}路${syllables[(nth * 3) % 40]}街`,
      lng: 121.2 + (nth % 600) / 1000,
      lat: 31 + Math.floor(nth / 600) / 50,
      road: `${syllables[nth % 40]}路`,
    };
    if (fault === undefined) return values;
    if (fault < 91) return { ...values, lng: 0, lat: 0 };
    const swallowed = { lng: 31.18, lat: 0 };
    return fault < 95
      ? { ...values, ...swallowed, staName: `${values.staName}\n,121.496254` }
      : { ...values, ...swallowed, staName: `\ufffd\ufffd\ufffd\u0579\ufffd,121.496254` };
  });
}

/** 4,000 buses: plates typed in three ways; some twice, some no plates, some numbers twice. */
export function makeBuses({ orgId, busModel }: Named, count = 4000): FaultyOptions[] {
  return spread(count, 18, (nth, fault) => {
    const values = {
      orgId,
      modelUuid: busModel,
      busSelfCode: `RB${pad(nth)}`,
      plateNum: plate(nth),
      mileage: nth * 10,
    };
    if (fault === undefined) return values;
    if (fault < 8) return { ...values, plateNum: plate(fault * 20) };
    return fault < 14 ? { ...values, plateNum: `沪${nth}` } : { ...values, busSelfCode: `RB${pad(fault * 20)}` };
  });
}

/** 4,000 devices: some with a wrong check digit, some with a phone number that another has. */
export function makeDevices({ deviceModel }: Named, count = 4000): FaultyOptions[] {
  return spread(count, 30, (nth, fault) => {
    const values = {
      devSelfCode: `RD${pad(nth)}`,
      modelUuid: deviceModel,
      imei: imei(nth),
      terminalPhone: String(139_000_000_000 + nth),
    };
    if (fault === undefined) return values;
    return fault < 20
      ? { ...values, imei: `${imei(nth).slice(0, 14)}${(Number(imei(nth)[14]) + 1) % 10}` }
      : { ...values, terminalPhone: String(139_000_000_000 + fault * 20) };
  });
}

/** 350 lines: two of one name, one of a type that there is not. */
export function makeLines({ orgId }: Named, count = 350): FaultyOptions[] {
  return spread(count, 3, (nth, fault) => {
    const values = {
      orgId,
      lineName: `实数${nth}路`,
      lineType: 1,
      lineId: `RL${nth}`,
      upFirst: "05:30",
      upLast: "22:30",
    };
    if (fault === undefined) return values;
    return fault < 2 ? { ...values, lineName: `实数${fault * 20}路` } : { ...values, lineType: 3 };
  });
}

/** So many records with so many faulty ones among them, none among those whose place divides by 20, which they repeat. */
function spread(
  count: number,
  faults: number,
  make: (nth: number, fault?: number) => Record<string, unknown>,
): FaultyOptions[] {
  const step = Math.floor(count / faults);
  return Array.from({ length: count }, (_, nth) => {
    const fault = Math.floor(nth / step);
    const faulty = fault < faults && nth % step === step - 1;
    return { faulty, values: make(nth, faulty ? fault : undefined) };
  });
}

const pad = (nth: number) => String(nth).padStart(5, "0");
const syllables = [..."昌里洪山人民公园火车站东门西桥南湖北江新华中心广场学院医体育馆文化宫大厦工业区"].slice(0, 40);

function plate(nth: number): string {
  const figures = pad(10_000 + nth);
  return [`沪A${figures}`, `沪A·${figures}`, `沪a ${figures}`][nth % 3]!;
}

/** Fifteen digits, the last by Luhn. */
function imei(nth: number): string {
  const body = `8612340${String(nth).padStart(7, "0")}`;
  const sum = [...body].reduce((total, digit, place) => {
    const counted = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return body + String((10 - (sum % 10)) % 10);
}
