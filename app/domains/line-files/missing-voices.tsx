import { OnceField } from "~/kit/page/forms/once";
import { Section } from "~/kit/page/screens";
import table from "~/kit/page/tables/lined-table.module.css";
import type { ShownMissing } from "./missing-voices.server";

interface Props {
  missing: readonly ShownMissing[];
  /** Where the names are had spoken. */
  action: string;
  maySpeak: boolean;
}

/** Names that a file needs and no clip says, each once in every language, with what can be done about it. */
export function MissingVoices({ missing, action, maySpeak }: Props) {
  if (missing.length === 0) return null;
  const sayable = missing.filter(({ isSayable }) => isSayable).length;
  return (
    <Section title={`缺少的语音（${missing.length}）`}>
      {maySpeak && sayable > 0 && (
        <form method="post" action={action}>
          <OnceField />
          <p>
            <button className="button primary" name="do" value="speakMissing">
              朗读这 {sayable} 段
            </button>{" "}
            <span className="quiet">各种语言一次读完；读完可以回到这里，之后再逐个换成录音。</span>
          </p>
        </form>
      )}
      <table className={table.lined}>
        <caption className="unseen">缺少的语音</caption>
        <thead>
          <tr>
            <th scope="col">要说的</th>
            <th scope="col">读作</th>
            <th scope="col">语言</th>
            <th scope="col">用在</th>
            {maySpeak && <th scope="col">自己录</th>}
          </tr>
        </thead>
        <tbody>
          {missing.map(({ key, words, reading, language, places, href }) => (
            <tr key={key}>
              <td>{words}</td>
              <td>{reading}</td>
              <td>{language}</td>
              <td>{places} 处</td>
              {maySpeak && (
                <td>
                  <a href={href}>上传或录音</a>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
