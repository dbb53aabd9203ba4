export { type LinkedDevice, noteRefused } from "./authenticate.server";
export { noteMessages, type NotedMessage } from "./messages.server";
export { noteConnected } from "./poll.server";
export { keepPosition } from "./positions.server";
export { startLink } from "./start.server";
export { isCodeOf, registerTerminal } from "./terminal-codes.server";
export { makeTicket } from "./tickets.server";
export {
  endLinkToken,
  linkTokenOf,
  linkTokensFor,
  listLinkTokens,
  makeLinkToken,
  makeLinkTokens,
  registeredAt,
  releaseTerminal,
} from "./tokens.server";
