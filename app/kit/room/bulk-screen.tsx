import { useActionData, useLoaderData } from "@remix-run/react";
import { Children, isValidElement, type ReactElement, type ReactNode } from "react";
import type { z } from "zod";
import type { Field } from "~/kit/page/forms/field";
import { ErrorSummary, labelsIn } from "~/kit/page/forms/form-parts";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { changeTick } from "./bulk-changes";
import type { BulkAnswer } from "./bulk.server";
import type { Room } from "./room";
import { Uses, type Use } from "~/kit/page/screens/confirm-screen";
import { Section } from "~/kit/page/screens/detail-screen";
import { Heading } from "~/kit/page/screens/heading";
import styles from "./bulk-screen.module.css";

interface Loaded {
  verbs: { change: boolean; remove: boolean };
  count: number;
  trouble?: string;
  names: string[];
  digest: string;
  uses: Use[];
  back: string;
}

export const bulkTitle =
  (room: Pick<Room<never>, "noun">) =>
  ({ verbs }: Pick<Loaded, "verbs">) =>
    `批量${verbs.change && verbs.remove ? "处理" : verbs.remove ? "删除" : "修改"}${room.noun}`;

export const useBulkForm = <S extends z.ZodObject>(edit: S) =>
  useRoomForm(edit, (useActionData() as BulkAnswer | undefined)?.reply);

interface BulkScreenProps {
  room: Pick<Room<never>, "noun">;
  /** The form of `useRoomForm`; with the fields as children, one element each. */
  form?: Parameters<typeof ErrorSummary>[0]["form"] & { initialValue?: unknown };
  children?: ReactNode;
}

/** The page for many records, as `bulkPage` loaded it: what they are, the fields to change with a tick each, and deleting them all or none. */
export function BulkScreen({ room, form, children }: BulkScreenProps) {
  const { verbs, count, trouble, names, uses, back } = useLoaderData() as Loaded;
  const { moved, error, refusals } = (useActionData() as BulkAnswer | undefined) ?? {};
  return (
    <>
      <Heading>
        <a className="button" href={back}>
          返回列表
        </a>
      </Heading>
      {moved !== undefined && (
        <p role="alert" className="notice warn">
          没有执行：符合条件的{room.noun}已经不是原来那 {moved} 条（可能刚刚处理过），请核对下面的内容再确认。
        </p>
      )}
      {error && (
        <p role="alert" className="notice bad">
          {error}
        </p>
      )}
      <Section title={`${room.noun} ${count.toLocaleString("zh-CN")} 条`}>
        {trouble && (
          <p role="alert" className="notice warn">
            {trouble}
          </p>
        )}
        {count === 0 && !trouble && <p className="quiet">没有符合条件的记录。</p>}
        {count > 0 && (
          <p className={styles.names}>
            {names.join("、")}
            {names.length < count && " 等"}
          </p>
        )}
      </Section>
      {count > 0 && verbs.change && form && (
        <Section title="批量修改">
          {refusals && <Refusals {...refusals} />}
          <form id={form.id} method="post" data-keep-typing="">
            <ErrorSummary form={form} labels={labelsIn(children)} />
            <p className="quiet">
              勾选的字段会写入全部 {count.toLocaleString("zh-CN")} 条记录，其他字段不变；勾选而留空表示清空。
            </p>
            <Picked />
            <div className={styles.fields}>
              {Children.map(
                children,
                (child) =>
                  isValidElement<{ field: Field; label: string }>(child) && (
                    <Change child={child} ticked={ticksIn(form.initialValue)} />
                  ),
              )}
            </div>
            <div className={styles.bar}>
              <Reason />
              <button className="button primary">修改 {count.toLocaleString("zh-CN")} 条</button>
              {refusals && refusals.others > 0 && (
                <button className="button" name="skip" value="1">
                  跳过不能修改的，修改其余 {refusals.others.toLocaleString("zh-CN")} 条
                </button>
              )}
            </div>
          </form>
        </Section>
      )}
      {count > 0 && verbs.remove && <Removal uses={uses} count={count} />}
    </>
  );
}

function Change({
  child,
  ticked,
}: {
  child: ReactElement<{ field: Field; label: string }>;
  ticked: readonly string[];
}) {
  const { field, label } = child.props;
  return (
    <div className={styles.change} data-change="">
      <label>
        <input
          type="checkbox"
          name={changeTick}
          value={field.name}
          defaultChecked={ticked.includes(field.name)}
          aria-label={`修改${label}`}
        />{" "}
        修改
      </label>
      {child}
    </div>
  );
}

function Removal({ uses, count }: { uses: Use[]; count: number }) {
  const blocking = uses.filter((use) => use.blocking && use.count > 0);
  const others = uses.filter((use) => !use.blocking && !use.ends && use.count > 0);
  const ending = uses.filter((use) => use.ends && use.count > 0);
  return (
    <Section title="批量删除（可在回收站恢复）">
      {blocking.length > 0 && <Uses title="因为以下记录，现在一条也不能删除，请先处理：" uses={blocking} />}
      {ending.length > 0 && <Uses title="删除后到此为止，恢复后继续：" uses={ending} />}
      {others.length > 0 && <Uses title="以下记录与它们有关，会保留：" uses={others} />}
      {blocking.length === 0 && (
        <form method="post" id="remove">
          <Picked />
          <input type="hidden" name="intent" value="remove" />
          <div className={styles.bar}>
            <Reason />
            <button className="button danger">删除 {count.toLocaleString("zh-CN")} 条</button>
          </div>
        </form>
      )}
    </Section>
  );
}

/** Which records the page showed, so that a change reaches only these. */
function Picked() {
  const { count, digest } = useLoaderData() as Loaded;
  return (
    <>
      <input type="hidden" name="count" value={count} />
      <input type="hidden" name="digest" value={digest} />
    </>
  );
}

function Reason() {
  return (
    <label className={styles.reason}>
      修改原因
      <input name="reason" maxLength={200} autoComplete="off" placeholder="记入每条记录的修改历史" />
    </label>
  );
}

function Refusals({ count, first }: NonNullable<BulkAnswer["refusals"]>) {
  return (
    <div role="alert" className="notice bad">
      <p>有 {count} 条不能这样修改，没有修改任何记录：</p>
      <ul>
        {first.map(({ name, message }, index) => (
          <li key={index}>
            {name}：{message}
          </li>
        ))}
      </ul>
      {first.length < count && <p>以及另外 {count - first.length} 条。</p>}
    </div>
  );
}

function ticksIn(typed: unknown): string[] {
  const ticks = (typed as Record<string, unknown> | undefined)?.[changeTick];
  return [ticks ?? []].flat().map(String);
}
