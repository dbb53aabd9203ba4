import { OnceField } from "~/kit/page/forms/once";
import { Section } from "~/kit/page/screens";
import styles from "./other-names.module.css";
import table from "~/kit/page/tables/lined-table.module.css";

/** A clip that says other words than a stop's name, as people read it. */
export interface ShownName {
  key: string;
  name: string;
  said: string;
  language: string;
  isRecorded: boolean;
  href: string;
}

export interface TypedAgreement {
  agreed: string[];
  because: string;
}

interface Props {
  names: readonly ShownName[];
  /** Where is answered what becomes of them. */
  action: string;
  maySpeak: boolean;
  error?: string;
  /** What was ticked and written when it was refused. */
  typed?: TypedAgreement;
}

/** Clips that say other words than a stop's name, and what can be done: those that the program spoke are spoken anew, recordings are agreed to by who has heard them. */
export function OtherNames({ names, action, maySpeak, error, typed }: Props) {
  if (names.length === 0) return null;
  const recorded = names.filter(({ isRecorded }) => isRecorded);
  return (
    <Section title={`语音说的不是站名（${names.length}）`}>
      {error && (
        <p role="alert" className="notice bad">
          {error}
        </p>
      )}
      <form method="post" action={action}>
        <OnceField />
        <table className={table.lined}>
          <caption className="unseen">说的不是站名的语音</caption>
          <thead>
            <tr>
              <th scope="col">站名</th>
              <th scope="col">语音说的是</th>
              <th scope="col">语言</th>
              <th scope="col">来源</th>
              <th scope="col">录音说得对</th>
            </tr>
          </thead>
          <tbody>
            {names.map(({ key, name, said, language, isRecorded, href }) => (
              <tr key={key}>
                <td>{name}</td>
                <td>
                  <a href={href}>{said}</a>
                </td>
                <td>{language}</td>
                <td>{isRecorded ? "录音" : "朗读"}</td>
                <td>
                  {isRecorded && maySpeak && (
                    <label>
                      <input type="checkbox" name="agreed" value={key} defaultChecked={typed?.agreed.includes(key)} />{" "}
                      听过，说得对
                    </label>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {maySpeak && (
          <p className={styles.actions}>
            {/* Enter in the reason presses the first button. */}
            {recorded.length > 0 && (
              <>
                <label>
                  原因{" "}
                  <input
                    name="because"
                    defaultValue={typed?.because}
                    maxLength={200}
                    autoComplete="off"
                    placeholder="例如：站牌用简称"
                  />
                </label>
                <button className="button" name="do" value="agree">
                  勾选的录音说得对
                </button>
              </>
            )}
            <button className="button primary" name="do" value="speak">
              朗读这 {names.length} 个站名
            </button>
          </p>
        )}
      </form>
      <p className="quiet">朗读以后，程序朗读的语音换成新的站名；录音保留在语音库，报站改用说站名的那一段。</p>
    </Section>
  );
}
