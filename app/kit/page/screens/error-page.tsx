import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import type { Way } from "~/kit/ground/problem";
import { useObject } from "./object-head";
import { usePageContext } from "~/kit/page/islands/page-context";
import styles from "./error-page.module.css";

interface Facts {
  status: number;
  message?: string;
  reference?: string;
  signOut?: boolean;
  way?: Way;
}

interface Words {
  title: string;
  text: string;
}

const words: Record<number, Words> = {
  400: { title: "请求有误", text: "提交的内容无法读取，请返回后重新填写。" },
  401: { title: "无权限", text: "您没有查看这个页面的权限。如果需要，请联系管理员为您的角色授权。" },
  403: { title: "请求被拒绝", text: "这个操作不是从本系统的页面发出的，或者您没有权限。" },
  404: { title: "页面不存在", text: "地址可能写错了，或者记录已被删除。" },
  409: { title: "现在不能执行", text: "这条记录已被修改或正在使用。" },
  413: { title: "内容过大", text: "提交的内容超过了允许的大小。" },
  422: { title: "填写有误", text: "请返回检查填写的内容。" },
  429: { title: "请稍后再试", text: "同时进行的操作较多，请半分钟后再试。" },
  500: { title: "系统出错了", text: "不是您的操作有误。请稍后再试；如果一直这样，请把下面的编号告诉管理员。" },
  503: { title: "系统暂时不可用", text: "数据库暂时无法连接，您的登录仍然有效。请稍等片刻再刷新本页。" },
};

/** The page for a status; `message` is a refusal's own words, `reference` the number that is also in the log. */
export function ErrorPage({ status, message, reference, signOut, way }: Facts) {
  const { title, text } = words[status] ?? words[status < 500 ? 400 : 500]!;
  const Title = useObject() ? "h2" : "h1";
  return (
    <div className={styles.page}>
      <p className={styles.status} aria-hidden="true">
        {status}
      </p>
      <Title>{title}</Title>
      <p>{message ?? text}</p>
      {reference && status >= 500 && (
        <p>
          编号：<code>{reference}</code>
        </p>
      )}
      <div className={styles.ways}>
        {signOut ? <SignOut label="重新登录" look="button primary" /> : <Ways status={status} way={way} />}
      </div>
    </div>
  );
}

function SignOut({ label, look }: { label: string; look: string }) {
  return (
    <form method="post" action="/sign-out">
      <button className={look}>{label}</button>
    </form>
  );
}

function Ways({ status, way }: Pick<Facts, "status" | "way">) {
  return (
    <>
      {status >= 500 ? (
        <a className="button primary" href="">
          刷新本页
        </a>
      ) : (
        <>
          {way && (
            <a className="button primary" href={way.href}>
              {way.label}
            </a>
          )}
          <a className={way ? "button" : "button primary"} href="/">
            回到首页
          </a>
        </>
      )}
      {status === 401 && <SignOut label="换个账号登录" look="button" />}
    </>
  );
}

export function ThrownErrorPage() {
  const facts = useThrown();
  return <ErrorPage {...facts} />;
}

export const errorTitle = (status: number) => (words[status] ?? words[500]!).title;

export function useThrown(): Facts {
  const thrown = useRouteError();
  const page = usePageContext();
  if (!isRouteErrorResponse(thrown)) return { status: 500, reference: page?.requestId };
  const data = thrown.data as { message?: unknown; ref?: unknown; signOut?: unknown; way?: Way } | null;
  return {
    status: thrown.status,
    message: typeof data?.message === "string" ? data.message : undefined,
    reference: typeof data?.ref === "string" ? data.ref : page?.requestId,
    signOut: data?.signOut === true,
    way: data?.way,
  };
}
