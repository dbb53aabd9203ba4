import { useActionData, useLoaderData } from "@remix-run/react";
import { OnceField } from "~/kit/page/forms/once";
import { Heading, Section } from "~/kit/page/screens";
import { differenceInWords, differencesOf } from "~/kit/page/screens/differences";
import { batchVerbs } from "./batch-verbs";
import styles from "./batch-screen.module.css";
import type { batchPage } from "./batches.server";
import type { Room } from "./room";

export const batchTitle =
  (room: Pick<Room<never>, "noun">) =>
  ({ verb, count }: { verb: string; count: number }) =>
    `批量${batchVerbs[verb]} ${count} 条${room.noun}`;

/** What was done to many records at once, and the button that takes it back. */
export function BatchScreen<Row>({ room }: { room: Pick<Room<Row>, "noun" | "url" | "nameOf" | "words"> }) {
  const { verb, count, untouched, userName, reason, at, changes, names, mayUndo } =
    useLoaderData() as unknown as Awaited<ReturnType<typeof batchPage>>;
  const answer = useActionData() as { error?: string } | undefined;
  const later = count - untouched;
  return (
    <>
      <Heading>
        <a className="button" href={room.url}>
          返回列表
        </a>
      </Heading>
      <Section title={mayUndo && untouched > 0 ? "撤销" : "内容"}>
        {answer?.error && (
          <p role="alert" className="notice bad">
            {answer.error}
          </p>
        )}
        <p>
          {userName} 于 {at} {batchVerbs[verb]}了 {count} 条{room.noun}
          {reason && `，原因：${reason}`}。
        </p>
        {later > 0 && <p>其中 {later} 条后来又有改动或已经撤销，撤销时保持不变。</p>}
        {mayUndo && untouched > 0 && (
          <form method="post">
            <OnceField />
            <button className="button danger">
              {verb === "delete"
                ? `恢复这 ${untouched} 条${room.noun}`
                : `撤销对 ${untouched} 条${room.noun}的${batchVerbs[verb]}`}
            </button>
          </form>
        )}
      </Section>
      <Section title={changes.length < count ? `前 ${changes.length} 条` : "全部记录"}>
        <table className={styles.table}>
          <caption className="unseen">这次操作的记录</caption>
          <thead>
            <tr>
              <th scope="col">{room.noun}</th>
              <th scope="col">{verb === "update" ? "修改" : "操作"}</th>
              <th scope="col">此后</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ key, action, before, after, isUntouched }) => (
              <tr key={key}>
                <th scope="row">
                  {action === "delete" && isUntouched ? (
                    room.nameOf(before as Row)
                  ) : (
                    <a href={`${room.url}/${key}`}>{room.nameOf((after ?? before) as Row)}</a>
                  )}
                </th>
                <td>
                  {action !== "update"
                    ? batchVerbs[action]
                    : differencesOf({ before, after }, room.words.labels, (name, value) =>
                        room.words.show(name, value, names),
                      )
                        .map(differenceInWords)
                        .join("；")}
                </td>
                <td>{isUntouched ? "没有改动" : "又有改动"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
    </>
  );
}
