import { execFileSync } from "node:child_process";
import { afterAll, describe, expect, it } from "vitest";
import { readAloud } from "./read-aloud";
import { SoundFault, type SpeakingWishes, type SpokenLanguage } from "./sound";
import { speak, stopSpeaking } from "./speak.server";
import { makeFolder, toneWav } from "./tone.sample";
import { runTtsCommand } from "./tts-command.server";

const folder = makeFolder();
afterAll(() => {
  stopSpeaking();
  folder.remove();
});
const wishes = (language: SpokenLanguage): SpeakingWishes => ({ language, voice: "male", rate: 100 });
const say = (text: string, language: SpokenLanguage = "zh", more: Partial<SpeakingWishes> = {}) =>
  speak(readAloud(text, { language }), folder.at("said.wav"), { ...wishes(language), ...more });

describe("a text that is spoken", () => {
  it.each([
    ["zh", "下一站，人民广场，请从后门下车", 2000, 6000],
    ["zh", "下一站 People Square", 1000, 5000],
    ["yue", "下一站，人民广场", 1000, 4000],
    ["en", "The next stop is People Square", 1000, 4000],
  ] as const)("%s: %s", async (language, text, least, most) => {
    const facts = await say(text, language);
    expect(facts).toMatchObject({ format: "wav", sampleRate: 22_050, channels: 1 });
    expect(facts.durationMs).toBeGreaterThan(least);
    expect(facts.durationMs).toBeLessThan(most);
    expect(facts.loudness).toBeGreaterThan(-30);
  });

  it("is shorter when spoken faster, and another voice is another sound", async () => {
    const [slow, fast, other] = [
      await say("人民广场到了", "zh", { rate: 70 }),
      await say("人民广场到了", "zh", { rate: 150 }),
      await say("人民广场到了", "zh", { voice: "female" }),
    ];
    expect(fast.durationMs).toBeLessThan(slow.durationMs * 0.7);
    expect(Math.abs(other.durationMs - slow.durationMs)).toBeGreaterThan(50);
  });

  it("holds none of a voice's own marks", async () => {
    const plain = await say("人民广场", "yue");
    const marked = await speak(
      { language: "yue", words: "", parts: [{ language: "yue", text: '<prosody rate="x-slow">人民广场</prosody>' }] },
      folder.at("marked.wav"),
      wishes("yue"),
    );
    expect(marked.durationMs).toBeGreaterThan(plain.durationMs);
  });

  it.each([
    ["", {}, "没有可以朗读的文字"],
    ["站".repeat(501), {}, "文本最多 500 个字"],
    ["站", { rate: 10 }, "语速应在"],
  ])("is refused: %s", (text, more, words) => expect(say(text, "zh", more)).rejects.toThrow(words));

  it("is the only one that fails when the program ends", async () => {
    await say("人民广场");
    const [broken, next] = [say("人民广场到了"), speakElsewhere("火车站到了")];
    await new Promise((resolve) => setTimeout(resolve, 1));
    stopSpeaking();
    await expect(broken).rejects.toThrow("朗读程序意外停止");
    expect((await next).durationMs).toBeGreaterThan(500);
  });
});

describe("the program of TTS_COMMAND", () => {
  const program = (body: string) => {
    const file = folder.put("voice.mjs", Buffer.from(body));
    return `${process.execPath} ${file} --plain  $HOME;ls`;
  };
  const run = (body: string) => runTtsCommand(program(body), "四三八路", wishes("zh"));

  it("gets the words and plain arguments, and nothing that is secret", async () => {
    process.env.ADMIN_PASSWORD = "a secret of the program";
    const told = await run(`
      const text = (await Array.fromAsync?.(process.stdin) ?? await process.stdin.toArray()).join("");
      console.log(JSON.stringify({ text, args: process.argv.slice(2), env: process.env }));`);
    delete process.env.ADMIN_PASSWORD;
    const { text, args, env } = JSON.parse(told.toString()) as Record<string, unknown>;
    expect([text, args]).toEqual(["四三八路", ["--plain", "$HOME;ls"]]);
    expect(env).toMatchObject({ TTS_LANGUAGE: "zh", TTS_VOICE: "male", TTS_RATE: "100" });
    expect(env).not.toHaveProperty("ADMIN_PASSWORD");
  });

  it("gives what it writes", async () => {
    const wav = Buffer.from(toneWav(1, 8000));
    folder.put("given.wav", wav);
    const body = `import { readFileSync } from "node:fs"; process.stdout.write(readFileSync("${folder.at("given.wav")}"));`;
    expect((await run(body)).equals(wav)).toBe(true);
  });

  it.each([
    ["fails", "process.exit(3)", "没有读出这段文本"],
    [
      "never stops writing",
      "for (;;) await new Promise((next) => process.stdout.write(Buffer.alloc(1e6), next));",
      "过大",
    ],
  ])("is refused when it %s", async (_name, body, words) => {
    await expect(run(body)).rejects.toThrow(words);
    expect(execFileSync("ps", ["-eo", "args"], { encoding: "utf8" })).not.toContain(folder.at("voice.mjs"));
  });

  it("is refused where it is not there", () =>
    expect(runTtsCommand("/no/such/voice", "站", wishes("zh"))).rejects.toThrow(SoundFault));
});

function speakElsewhere(text: string) {
  return speak(readAloud(text, { language: "zh" }), folder.at("next.wav"), wishes("zh"));
}
