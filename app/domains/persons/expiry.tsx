/** A document is due when it runs out within so many days. */
export const dueDays = 30;

/** The day on which a driving licence runs out, marked when that is soon or past. */
export function expiryWords({
  licenseExpire,
  licenseDays,
}: {
  licenseExpire: string | null;
  licenseDays: number | null;
}) {
  if (licenseExpire === null || licenseDays === null || licenseDays >= dueDays) return licenseExpire;
  return <span data-doubtful="">{`${licenseExpire} ${licenseDays < 0 ? "已过期" : `还有 ${licenseDays} 天`}`}</span>;
}
