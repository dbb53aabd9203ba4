import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { z } from "zod";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { Section } from "~/kit/page/screens/detail-screen";
import { Heading } from "~/kit/page/screens/heading";
import { blockingOf, type Use, UsesByKind } from "~/kit/page/screens/uses";
import { BulkChangeForm, type ChangeForm } from "./bulk-change-form";
import { BulkPost } from "./bulk-post";
import type { BulkAnswer } from "./bulk.server";
import type { Room } from "./room";
import styles from "./bulk-screen.module.css";

interface BulkData {
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
  ({ verbs }: Pick<BulkData, "verbs">) =>
    `批量${verbs.change && verbs.remove ? "处理" : verbs.remove ? "删除" : "修改"}${room.noun}`;

export const useBulkForm = <S extends z.ZodObject>(edit: S) =>
  useRoomForm(edit, (useActionData() as BulkAnswer | undefined)?.reply);

interface BulkScreenProps {
  room: Pick<Room<never>, "noun">;
  /** The form of `useRoomForm`; with the fields as children, one element each. */
  form?: ChangeForm;
  children?: ReactNode;
}

/** The page for many records, as `bulkPage` loaded it: what they are, the fields to change with a tick each, and deleting them all or none. */
export function BulkScreen({ room, form, children }: BulkScreenProps) {
  const { verbs, count, trouble, names, digest, uses, back } = useLoaderData() as BulkData;
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
          <BulkChangeForm form={form} picked={{ count, digest }} refusals={refusals}>
            {children}
          </BulkChangeForm>
        </Section>
      )}
      {count > 0 && verbs.remove && (
        <Section title="批量删除（可在回收站恢复）">
          <UsesByKind uses={uses} verb="删除" many />
          {blockingOf(uses).length === 0 && (
            <BulkPost
              id="remove"
              picked={{ count, digest }}
              buttons={<button className="button danger">删除 {count.toLocaleString("zh-CN")} 条</button>}
            >
              <input type="hidden" name="intent" value="remove" />
            </BulkPost>
          )}
        </Section>
      )}
    </>
  );
}
