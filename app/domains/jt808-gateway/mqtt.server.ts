import { connectAsync, type MqttClient } from "mqtt";
import { contain, runBeside } from "~/kit/ground/faults.server";
import { log } from "~/kit/ground/log.server";
import { type Settings, settings } from "~/kit/ground/settings.server";
import { fromEmqx } from "~/transit/jt808/emqx";
import { FrameFault } from "~/transit/jt808/fault";
import { toEmqx } from "~/transit/jt808/to-emqx";
import { Session } from "./session.server";
import type { TerminalLink } from "./terminal-link";
import { plainNumber } from "./terminals.server";

const mostSessions = 50_000;
const mostBytes = 1_000_000;

/** Takes what terminals of a broker's gateway say, together with all that share the group; the broker has asked them for their codes. */
export async function startMqtt(
  link: TerminalLink,
  limits: Settings = settings(),
): Promise<{ close(): Promise<void> } | undefined> {
  const { MQTT_URL, MQTT_GROUP, MQTT_UP_TOPIC } = limits;
  if (!MQTT_URL) return undefined;
  const client = await connectAsync(MQTT_URL, { reconnectPeriod: 2000, connectTimeout: 10_000 });
  const sessions = new Sessions(client, link);
  client.on(
    "message",
    contain("a message of the broker", (topic: string, payload: Buffer) => sessions.hear(topic, payload)),
  );
  client.on("error", (error) => log.warn({ err: error }, "the broker is away"));
  await client.subscribeAsync(`$share/${MQTT_GROUP}/${MQTT_UP_TOPIC}`, { qos: 1 });
  return { close: () => client.endAsync() };
}

/** What is said with each terminal, by the topic that it speaks on. */
class Sessions {
  private readonly open = new Map<string, { session: Session; turn: Promise<void> }>();
  private serial = 0;

  constructor(
    private readonly client: MqttClient,
    private readonly link: TerminalLink,
  ) {}

  hear(topic: string, payload: Buffer): void {
    try {
      if (payload.length > mostBytes) throw new FrameFault("length", `${payload.length} bytes`);
      const { header, message } = fromEmqx(parse(payload));
      if (!isNumberOf(topic, header.phone)) throw new FrameFault("body", "phone is another's than the topic's");
      const one = this.sessionOf(topic);
      const work = () => one.session.take(message, header);
      if (message.kind === "terminalAnswer") return runBeside("a terminal's answer", work());
      one.turn = one.turn.then(work).catch((error: unknown) => {
        log.error({ err: error, topic }, "a terminal's message could not be answered");
      });
    } catch (error) {
      if (!(error instanceof FrameFault)) throw error;
      log.info({ topic, reason: error.reason, words: error.message }, "a message of the broker is refused");
    }
  }

  private sessionOf(topic: string) {
    const known = this.open.get(topic);
    if (known) return known;
    const down = topic.replace(/up$/, "dn");
    const session = new Session(
      {
        transport: "mqtt",
        isTrusted: true,
        send: (message, to) => {
          const serial = this.serial++ & 0xffff;
          this.client.publish(down, JSON.stringify(toEmqx(message, to, serial)), { qos: 1 });
          return serial;
        },
        end: () => this.forget(topic),
      },
      this.link,
    );
    const made = { session, turn: Promise.resolve() };
    this.open.set(topic, made);
    if (this.open.size > mostSessions) this.forget(this.open.keys().next().value!);
    return made;
  }

  private forget(topic: string): void {
    this.open.get(topic)?.session.close();
    this.open.delete(topic);
  }
}

/** A broker lets a terminal speak on its own topic; what it says there in another's name is not that one's. */
const isNumberOf = (topic: string, phone: string) => plainNumber(topic.split("/").at(-2)!) === plainNumber(phone);

function parse(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString("utf8"));
  } catch {
    throw new FrameFault("body", "no JSON");
  }
}
