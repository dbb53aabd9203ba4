import { z } from "zod";
import { webAddress, whole } from "./settings-rules";

/** Settings of the process that speaks JT/T 808 with terminals. */
export const gatewaySettings = {
  GATEWAY_PORT: whole(0, 65535).prefault("6808").describe("Port of npm run gateway for terminals that speak JT/T 808"),
  GATEWAY_HOST: z.string().prefault("127.0.0.1").describe("Address that it listens on; 0.0.0.0 for all"),
  GATEWAY_URL: webAddress
    .prefault("http://127.0.0.1:3000")
    .describe("Address of the web server as terminals reach it, for the downloads that the gateway asks them for"),
  GATEWAY_CONNECTIONS: whole(1, 200_000).prefault("25000").describe("Terminals connected at once"),
  GATEWAY_ADDRESS_CONNECTIONS: whole(1, 200_000)
    .prefault("2000")
    .describe("Of these from one address; a mobile network shows many terminals under one"),
  GATEWAY_ADDRESS_NUMBERS: whole(1, 200_000)
    .prefault("60")
    .describe(
      "Different terminal numbers that may be registered for the first time, or in vain, from one address in an hour",
    ),
  GATEWAY_BYTES_PER_SECOND: whole(1000, 10_000_000)
    .prefault("20000")
    .describe("What a terminal may send in the long run; ten seconds' worth at once"),
  GATEWAY_MESSAGES_PER_SECOND: whole(1, 10_000).prefault("50").describe("The same in messages"),
  GATEWAY_HEARTBEAT_SECONDS: whole(1, 3600)
    .prefault("60")
    .describe("A terminal without a word for three times as long counts as gone"),
  MQTT_URL: z
    .url({ protocol: /^(mqtts?|wss?)$/, error: "应为 mqtt:// 或 mqtts:// 开头的地址" })
    .optional()
    .describe(
      "Broker (EMQX) whose JT/T 808 gateway terminals are connected to; the gateway takes their messages from it too",
    ),
  MQTT_UP_TOPIC: z
    .string()
    .regex(/\/\+\/up$/, "应以 /+/up 结尾，+ 处是终端手机号")
    .prefault("jt808/+/+/up")
    .describe(
      "Topics of what terminals send, the terminal's number before /up; answers go to the same topic with dn for up",
    ),
  MQTT_GROUP: z
    .string()
    .regex(/^[\w-]{1,32}$/, "应为字母、数字、- 或 _")
    .prefault("bus-back-office")
    .describe("Gateways with the same name share the messages of the broker"),
};
