import { OnceField } from "~/kit/page/forms/once";
import { conflictNames, pairsOf } from "~/kit/page/forms/pairs";
import { Heading } from "./heading";
import { Section } from "./detail-screen";
import styles from "./conflict-screen.module.css";

type Fields = Record<string, unknown>;

interface ConflictScreenProps {
  original: Fields;
  mine: Fields;
  theirs: Fields;
  theirVersion: number;
  changedBy: string;
  changedAt: string;
  /** The fields to choose, in order, with their labels; others keep mine. */
  labels: Record<string, string>;
  /** A value in words: a choice's label, a yes or no; with the side that it stands in. */
  show?: (name: string, value: unknown, side: Fields) => string;
  title?: string;
  /** What happened meanwhile, where it is not that they saved the record. */
  change?: string;
  theirsLabel?: string;
  note?: string;
  cancelTo: string;
}

/** A stale save: each field that differs with mine, theirs and the original; the post carries the choice and reads as the same form again. */
export function ConflictScreen(props: ConflictScreenProps) {
  const {
    original,
    mine,
    theirs,
    theirVersion,
    changedBy,
    changedAt,
    labels,
    show = plainly,
    title,
    change,
    theirsLabel,
    note,
    cancelTo,
  } = props;
  const differing = Object.keys(labels).filter((name) => !same(mine[name], theirs[name]));
  return (
    <>
      <Heading title={title ?? "这条记录已被别人修改"} />
      <Section title="请逐项选择要保存的内容">
        <p className="notice warn" role="alert">
          {change ?? `${changedBy}在您编辑期间（${changedAt}）保存过这条记录。您填写的内容还没有保存。`}
          {note}
        </p>
        <form method="post">
          <OnceField />
          <input type="hidden" name={conflictNames.mine} value={encode(mine)} />
          <input type="hidden" name={conflictNames.theirs} value={encode(theirs)} />
          <input type="hidden" name="version" value={theirVersion} />
          <table className={styles.table}>
            <caption className="unseen">不同之处</caption>
            <thead>
              <tr>
                <th scope="col">字段</th>
                <th scope="col">修改前</th>
                <th scope="col">我填写的</th>
                <th scope="col">{theirsLabel ?? `${changedBy}保存的`}</th>
              </tr>
            </thead>
            <tbody>
              {differing.map((name) => {
                const keepTheirs = same(mine[name], original[name]);
                return (
                  <tr key={name}>
                    <th scope="row">{labels[name]}</th>
                    <td>{show(name, original[name], original)}</td>
                    <Side name={name} side="mine" text={show(name, mine[name], mine)} chosen={!keepTheirs} />
                    <Side name={name} side="theirs" text={show(name, theirs[name], theirs)} chosen={keepTheirs} />
                  </tr>
                );
              })}
            </tbody>
          </table>
          {differing.length === 0 && <p>两边的内容相同，可以直接保存。</p>}
          <p className={styles.buttons}>
            <button className="button primary">按选择保存</button>
            <a className="button" href={cancelTo}>
              放弃我的修改
            </a>
          </p>
        </form>
      </Section>
    </>
  );
}

function Side({ name, side, text, chosen }: { name: string; side: "mine" | "theirs"; text: string; chosen: boolean }) {
  return (
    <td>
      <label>
        <input type="radio" name={conflictNames.take + name} value={side} defaultChecked={chosen} />
        {text}
      </label>
    </td>
  );
}

function encode(fields: Fields): string {
  const { version: _version, ...rest } = fields;
  return new URLSearchParams(pairsOf(rest)).toString();
}

const same = (one: unknown, other: unknown) =>
  JSON.stringify(pairsOf({ one })) === JSON.stringify(pairsOf({ one: other }));

function plainly(_name: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "（空）";
  if (typeof value === "boolean") return value ? "是" : "否";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
