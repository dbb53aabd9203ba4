import { constants, generateKeyPairSync, privateDecrypt } from "node:crypto";
import { expect, it } from "vitest";
import { encryptText } from "./encrypt-text";

it.each([1024, 2048, 3072])("what is encrypted with a key of %i bits opens as OpenSSL opens it", (modulusLength) => {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength });
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  const open = (sealed: string) =>
    privateDecrypt(
      { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" },
      Buffer.from(sealed, "base64"),
    ).toString();
  const longest = "x".repeat(modulusLength / 8 - 66);
  for (const text of ["", "Shi-Zhan-Lu-7719", "密码🚌", longest]) expect(open(encryptText(pem, text)!)).toBe(text);
  expect(encryptText(pem, `${longest}x`)).toBeUndefined();
  expect(encryptText(pem, "same")).not.toBe(encryptText(pem, "same"));
});
