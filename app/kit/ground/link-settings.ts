import { gatewaySettings } from "./gateway-settings";
import { whole } from "./settings-rules";

/** Settings of the link to vehicles. */
export const linkSettings = {
  LINK_POLL_SECONDS: whole(1, 3600).prefault("10").describe("A terminal asks for its work every so many seconds"),
  LINK_TICKET_MINUTES: whole(1, 1440)
    .prefault("30")
    .describe("A download's ticket begins it, and goes on with it where it broke, for so many minutes"),
  ISSUE_BEGINS_PER_SECOND: whole(1, 10_000)
    .prefault("50")
    .describe("So many vehicles at most begin a download each second, as a mean; the others do when they ask again"),
  ISSUE_RETRY_SECONDS: whole(1, 3600)
    .prefault("60")
    .describe(
      "A delivery to a vehicle that failed is tried again after so many seconds, then after three times as many",
    ),
  ...gatewaySettings,
};
