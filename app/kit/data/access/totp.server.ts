import { Secret, TOTP } from "otpauth";

const [issuer, seconds] = ["基础数据管理平台", 30];

export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** The address that an authenticator app reads from a picture. */
export const secretAddress = (secret: string, userAccount: string): string => totpOf(secret, userAccount).toString();

export const isTimedCode = (code: string): boolean => /^\d{6}$/.test(code);

/** The step of time whose code this is, now or one to either side; undefined where it is none of them. */
export function stepOf(secret: string, code: string): number | undefined {
  if (!isTimedCode(code)) return undefined;
  const now = Date.now();
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? undefined : TOTP.counter({ period: seconds, timestamp: now }) + delta;
}

const totpOf = (secret: string, label = "") =>
  new TOTP({ issuer, label, issuerInLabel: false, algorithm: "SHA1", digits: 6, period: seconds, secret });
