/** An ID card number of a region that does not exist, with its right check digit; `birthday` as YYYYMMDD. */
export function demoIdCard(birthday: string, serial: number): string {
  const body = `999999${birthday}${String(serial).padStart(3, "0")}`;
  const sum = [...body].reduce((total, digit, place) => total + Number(digit) * (2 ** (17 - place) % 11), 0);
  return body + "10X98765432"[sum % 11];
}

/** A vehicle identification number with its right check digit in the ninth place. */
export function demoVin(serial: number): string {
  const body = `LBJGDE1B0TA${String(serial).padStart(6, "0")}`;
  const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
  const sum = [...body].reduce((total, sign, place) => total + weights[place]! * vinValue(sign), 0);
  return body.slice(0, 8) + (sum % 11 === 10 ? "X" : String(sum % 11)) + body.slice(9);
}

export function demoImei(serial: number): string {
  const body = `86000001${String(serial).padStart(6, "0")}`;
  const sum = [...body].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return body + String((10 - (sum % 10)) % 10);
}

const vinLetters = "ABCDEFGH.JKLMN.P.R..STUVWXYZ";

function vinValue(sign: string): number {
  if (/\d/.test(sign)) return Number(sign);
  const place = vinLetters.indexOf(sign);
  return place < 9 ? place + 1 : place < 18 ? place - 8 : place - 18;
}
