import { addDays } from "~/kit/ground/time/days";

/** A version's period; its end is the last day on which it still holds. */
export function periodText({ validFrom, validTo }: { validFrom: string | null; validTo: string | null }): string {
  if (!validFrom) return "";
  return validTo ? `${validFrom} 至 ${addDays(validTo, -1)}` : `${validFrom} 起`;
}
