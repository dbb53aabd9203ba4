import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { allows } from "~/kit/data/access/viewer";
import { attempt, type Problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { OnceField } from "~/kit/page/forms/once";
import { formDataOf } from "~/kit/page/forms/read-form";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { Heading, screen, Section } from "~/kit/page/screens";
import { may, url } from "../policy";
import { liftedLately, liftLock, listLocks, lockInWords } from "../queries.server";
import table from "~/kit/page/tables/framed-table.module.css";

export const handle = screen({ title: "登录锁定" });

export const loader = page(may.read, async ({ viewer }) => {
  const [locks, lifted] = await Promise.all([listLocks(viewer), viewer.orgScope === "all" ? liftedLately() : []]);
  const time = (at: Date) => formatTime(at, settings().OPERATOR_TIME_ZONE);
  const mayLift = allows(viewer, may.write);
  return {
    locks: locks.map(({ lastAt, until, isSuper, ...lock }) => ({
      ...lock,
      lastAt: time(lastAt),
      until: time(until),
      mayLift: mayLift && (viewer.isSuper || !isSuper),
    })),
    lifted: lifted.map(({ at, ...lift }) => ({ ...lift, at: time(at) })),
  };
});

const part = z
  .string()
  .max(64)
  .transform((text) => text || null);
const Sent = z
  .object({ account: part, address: part })
  .refine(({ account, address }) => account !== null || address !== null);

export const action = page(may.write, async ({ viewer, request }) => {
  const sent = Sent.safeParse(Object.fromEntries(await formDataOf(request)));
  if (!sent.success) return redirectWith(request, "请在列表中选择要解除的锁定", url, "error");
  const done = await attempt(() => liftLock(viewer, sent.data)).catch((error: Problem) => {
    if (error.reason !== "missing") throw error;
    return { ok: false as const, problem: error };
  });
  if (!done.ok) return redirectWith(request, done.problem.message, url, "warning");
  return redirectWith(request, `已解除锁定：${lockInWords(sent.data)}，可以立即登录`, url);
});

export default function LoginLocks() {
  const { locks, lifted } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading />
      <p className="quiet">
        同一账号在同一地址 10 分钟内失败 5 次，或一个地址、一个账号失败过多，要等 10
        分钟才能再登录。确认是本人后可以解除。
      </p>
      <Section title={`锁定中的账号和地址（${locks.length}）`}>
        {locks.length === 0 ? (
          <p className="quiet">现在没有被锁定的账号或地址。</p>
        ) : (
          <table className={table.framed}>
            <caption className="unseen">登录锁定</caption>
            <thead>
              <tr>
                {["账号", "姓名", "地址", "失败次数", "最近失败", "锁定到", "操作"].map((title) => (
                  <th scope="col" key={title} className={table.short}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {locks.map((lock) => (
                <tr key={`${lock.account} ${lock.address}`}>
                  <td>{lock.account ?? "所有账号"}</td>
                  <td>{lock.userName ?? (lock.account === null ? "" : "没有这个账号")}</td>
                  <td>{lock.address ?? "近期没有登录过的所有地址"}</td>
                  <td>{lock.times}</td>
                  <td>{lock.lastAt}</td>
                  <td className={table.short}>{lock.until}</td>
                  <td className={table.short}>{lock.mayLift && <LiftForm {...lock} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Section>
      {lifted.length > 0 && (
        <Section title="最近解除">
          <ul>
            {lifted.map(({ at, userName, words }) => (
              <li key={at + words}>
                {at} {userName} 解除：{words}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function LiftForm({ account, address }: { account: string | null; address: string | null }) {
  return (
    <form method="post">
      <OnceField />
      <input type="hidden" name="account" value={account ?? ""} />
      <input type="hidden" name="address" value={address ?? ""} />
      <button className="linklike" aria-label={`解除 ${lockName({ account, address })}`}>
        解除
      </button>
    </form>
  );
}

const lockName = ({ account, address }: { account: string | null; address: string | null }) =>
  [account, address].filter(Boolean).join(" ");
