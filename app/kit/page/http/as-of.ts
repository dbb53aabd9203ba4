import { date } from "~/kit/page/forms/rules";

/** The day as of which an address asks to see the network (`?asOf=`); undefined for today or what is no day. */
export const readAsOf = (url: URL): string | undefined => dayIn(url, "asOf");

export const dayIn = (url: URL, name: string): string | undefined =>
  date.safeParse(url.searchParams.get(name) || undefined).data;
