import type { Viewer } from "~/kit/data/access/viewer";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";

export const issueCodes = ({ userAccount }: Viewer, codes: string[]) => ({
  codes,
  userAccount,
  issuedAt: formatTime(new Date(), settings().OPERATOR_TIME_ZONE),
});

export type IssuedCodes = ReturnType<typeof issueCodes>;
