import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { digest, keyedDigest } from "~/kit/data/access/encrypt.server";
import { db } from "~/kit/data/db/pool.server";
import { plannedOnce } from "~/kit/data/db/planned-once.server";
import { gatherCalls } from "~/kit/ground/gather-calls";
import { limitDifferent } from "~/kit/ground/limit-different";

interface Who {
  devUuid: string;
}

/** What a terminal says of itself when it registers (JT/T 808). */
interface Identity {
  maker: string;
  model: string;
  terminalId: string;
  plateColour: number;
  plate: string;
}

interface Registration {
  devUuid: string;
  codeHash: Buffer;
  codeSalt: string | null;
  registeredAs: Buffer | null;
}

type CodeOrRefusal = { code: string } | { refused: "known" | "too many" };

// After a restart a whole fleet comes at once: what each needs is asked and kept for many together.
const finding = gatherCalls(findTogether, { most: 500 });
const claiming = gatherCalls(claimTogether, { most: 500, atOnce: 1 });
const mayBeSomebody = limitDifferent({ most: 10, withinMs: 3_600_000 });

/**
 * The code of a terminal that registers: the first time a new one, after that the same one for who says the same of
 * itself as the first did, and none for anybody else. `mayName` is asked before a stranger gets or learns anything.
 */
export async function registerTerminal(
  { devUuid }: Who,
  said: Identity,
  mayName: () => boolean,
): Promise<CodeOrRefusal> {
  const as = identityOf(devUuid, said);
  let kept = await finding(devUuid);
  const isGuess = kept && !mayBeSomebody(kept.codeSalt ?? devUuid, as.toString("hex"));
  if (!kept || !isSame(kept, as)) {
    if (!mayName()) return { refused: "too many" };
    if (!kept) {
      await claiming({ devUuid, as });
      kept = await finding(devUuid);
    }
  }
  return kept && isSame(kept, as) && !isGuess ? { code: await codeOf(kept) } : { refused: "known" };
}

/** Whether this is the code that the terminal has now. */
export async function isCodeOf({ devUuid }: Who, code: string): Promise<boolean> {
  return (await finding(devUuid))?.codeHash.equals(digest(code)) ?? false;
}

/** All that it says, since who may be seen on a bus is one of it; what says nothing is nobody's. */
function identityOf(devUuid: string, { maker, model, terminalId, plateColour, plate }: Identity): Buffer {
  const isNobody = !/[^0\s]/.test(terminalId) && plate.trim() === "";
  return isNobody ? randomBytes(32) : digest(JSON.stringify([devUuid, maker, model, terminalId, plateColour, plate]));
}

const isSame = ({ registeredAs }: Registration, as: Buffer) => registeredAs?.equals(as) ?? false;

/** Made anew each time of what is kept, so that a terminal which asks twice gets one code. */
async function codeOf({ devUuid, codeSalt, codeHash }: Registration): Promise<string> {
  const code = madeOf(devUuid, codeSalt!);
  // Another installation's key makes another code.
  if (!codeHash.equals(digest(code)))
    await sql`update device_terminal set code_hash = ${digest(code)} where dev_uuid = ${devUuid} and code_salt = ${codeSalt}`.execute(
      db(),
    );
  return code;
}

const madeOf = (devUuid: string, salt: string) =>
  keyedDigest(`terminal ${devUuid} ${salt}`).subarray(0, 16).toString("base64url");

async function findTogether(asked: string[]): Promise<(Registration | undefined)[]> {
  const { rows } = await sql<Registration>`${plannedOnce}
    select dev_uuid, code_hash, code_salt, registered_as from device_terminal where dev_uuid = any(${asked}) and code_hash is not null`.execute(
    db(),
  );
  const found = new Map(rows.map((row) => [row.devUuid, row]));
  return asked.map((devUuid) => found.get(devUuid));
}

/** Of several who come first at once, one is. */
async function claimTogether(claims: { devUuid: string; as: Buffer }[]): Promise<undefined[]> {
  const made = [...new Map(claims.map((claim) => [claim.devUuid, claim])).values()].map(({ devUuid, as }) => {
    const salt = randomBytes(16).toString("base64url");
    return { devUuid, as, salt, hash: digest(madeOf(devUuid, salt)) };
  });
  await sql`${plannedOnce}
    insert into device_terminal (dev_uuid, code_hash, code_salt, registered_as)
    select * from unnest(${made.map(({ devUuid }) => devUuid)}::text[], ${made.map(({ hash }) => hash)}::bytea[],
      ${made.map(({ salt }) => salt)}::text[], ${made.map(({ as }) => as)}::bytea[]) order by 1
    on conflict (dev_uuid) do update set code_hash = excluded.code_hash, code_salt = excluded.code_salt,
      registered_as = excluded.registered_as, registered_at = now() where device_terminal.code_hash is null`.execute(
    db(),
  );
  return claims.map(() => undefined);
}
