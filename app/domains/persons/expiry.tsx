import { daysLeftText } from "~/kit/ground/time/days-left";
import { dueDays } from "./due-days";

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
