import { daysLeftText } from "~/kit/ground/time/days-left";

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
  return <span data-doubtful="">{`${licenseExpire} ${daysLeftText(licenseDays)}`}</span>;
}
