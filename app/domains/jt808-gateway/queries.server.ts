export { startGateway } from "./gateway.server";
export { terminalLink } from "./link.server";
export { startMqtt } from "./mqtt.server";
