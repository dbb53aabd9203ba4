import { Section } from "~/kit/page/screens";
import styles from "./devices.module.css";

interface Line {
  line: number;
  devSelfCode: string;
  ownerCode: string;
  state: "change" | "same" | "wrong";
  words: string;
}

export function BindButtons({ lines }: { lines: Line[] }) {
  const [changes, wrong] = [count(lines, "change"), count(lines, "wrong")];
  if (changes === 0) return null;
  return wrong === 0 ? (
    <button className="button primary" name="intent" value="apply">
      执行 {changes} 行
    </button>
  ) : (
    <button className="button" name="intent" value="skip">
      跳过 {wrong} 行，执行其余 {changes} 行
    </button>
  );
}

export function BindPreview({ lines }: { lines: Line[] }) {
  const [changes, same, wrong] = [count(lines, "change"), count(lines, "same"), count(lines, "wrong")];
  const ordered = [...lines].sort(
    (one, other) => Number(other.state === "wrong") - Number(one.state === "wrong") || one.line - other.line,
  );
  return (
    <Section title={`预览：${changes} 行将执行，${same} 行不变，${wrong} 行不能执行`}>
      <p className={wrong > 0 ? "notice warn" : "notice good"}>
        {wrong > 0 ? "还没有写入。改正后再预览，或跳过不能执行的行。" : "还没有写入。确认后按“执行”。"}
      </p>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <caption className="unseen">要绑定的设备</caption>
          <thead>
            <tr>
              <th scope="col" className={styles.number}>
                行
              </th>
              <th scope="col">设备编号</th>
              <th scope="col">对象编号</th>
              <th scope="col">结果</th>
            </tr>
          </thead>
          <tbody>
            {ordered.map((line) => (
              <tr key={line.line} className={line.state === "wrong" ? styles.wrong : undefined}>
                <td>{line.line}</td>
                <td>{line.devSelfCode}</td>
                <td>{line.ownerCode}</td>
                <td>{line.words}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

const count = (lines: Line[], state: Line["state"]) => lines.filter((line) => line.state === state).length;
