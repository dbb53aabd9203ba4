export { type LinkedDevice } from "./authenticate.server";
export { noteMessages, type NotedMessage } from "./messages.server";
export { noteConnected } from "./poll.server";
export { keepPosition } from "./positions.server";
export { startLink } from "./start.server";
export { makeTicket } from "./tickets.server";
export {
  endLinkToken,
  linkTokenOf,
  linkTokensFor,
  listLinkTokens,
  makeLinkToken,
  makeLinkTokens,
} from "./tokens.server";
