/** A document is due when it runs out within so many days. */
export const dueDays = 30;

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
