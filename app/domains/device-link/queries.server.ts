export { type LinkedDevice, linkedDevice } from "./authenticate.server";
export { noteMessages, type NotedMessage } from "./messages.server";
export { keepPosition } from "./positions.server";
export { startLink } from "./start.server";
export { makeTicket } from "./tickets.server";
export { endLinkToken, linkTokenOf, listLinkTokens, makeLinkToken, makeLinkTokens } from "./tokens.server";
