import encodeQr from "qr";
import { decrypt, encrypt } from "~/kit/data/access/encrypt.server";
import { newSecret, secretAddress } from "~/kit/data/access/totp.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { problem } from "~/kit/ground/problem";
import type { SetupShown } from "./setup-screen";

const minutes = 60;

/** What the page shows of a secret that is to be put in force; nothing is stored before it is. */
export function showSetup({ userId, userAccount }: Viewer, secret = newSecret()): SetupShown {
  const until = Date.now() + minutes * 60_000;
  return {
    sealed: encrypt(JSON.stringify({ userId, secret, until })).toString("base64url"),
    secret,
    picture: draw(encodeQr(secretAddress(secret, userAccount), "raw", { ecc: "medium", border: 2 })),
  };
}

/** The secret that such a page was made for; throws problem.field where it was not made for this person, or too long ago. */
export function openSetup({ userId }: Viewer, sealed: string): string {
  const text = decrypt(Buffer.from(sealed, "base64url"));
  const known = text ? (JSON.parse(text) as { userId: string; secret: string; until: number }) : undefined;
  if (known?.userId !== userId || known.until < Date.now())
    throw problem.field("", "此页打开太久，二维码已失效，请扫描下面的新二维码");
  return known.secret;
}

function draw(rows: boolean[][]): SetupShown["picture"] {
  const path = rows.map((row, y) => {
    const runs = row.map((dark, x) => (dark ? "1" : x === row.length - 1 ? "" : "0")).join("");
    return [...runs.matchAll(/1+/g)]
      .map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
      .join("");
  });
  return { size: rows.length, path: path.join("") };
}
