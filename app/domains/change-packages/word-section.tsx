import { OnceField } from "~/kit/page/forms/once";
import { Section } from "~/kit/page/screens";

interface Props {
  words: readonly { userName: string; said: string | null; at: string; isOld: boolean }[];
  mayGive: boolean;
}

/** Who looked at the package and gave their word for it. */
export function WordSection({ words, mayGive }: Props) {
  return (
    <Section title={`核对（${words.length}）`}>
      {words.length === 0 && <p className="quiet">还没有人核对过。</p>}
      <ul>
        {words.map(({ userName, said, at, isOld }) => (
          <li key={userName + at}>
            {userName} {at}
            {said && `：${said}`}
            {isOld && <span className="quiet">（此后内容有改动）</span>}
          </li>
        ))}
      </ul>
      {mayGive && (
        <form method="post">
          <OnceField />
          <label>
            说明 <input name="said" maxLength={255} autoComplete="off" />
          </label>{" "}
          <button className="button" name="do" value="word">
            我已核对
          </button>
        </form>
      )}
    </Section>
  );
}
