/** A version's period; its end is the last day on which it still holds. */
export function periodText({ validFrom, validTo }: { validFrom: string | null; validTo: string | null }): string {
  if (!validFrom) return "";
  return validTo ? `${validFrom} 至 ${dayBefore(validTo)}` : `${validFrom} 起`;
}

export const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
