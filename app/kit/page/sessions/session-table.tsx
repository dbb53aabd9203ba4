import table from "~/kit/page/tables/framed-table.module.css";

export interface ShownSession {
  sessionId: string;
  kind: string;
  address: string;
  browser: string;
  since: string;
  lastSeen: string;
  /** The one that the page is looked at with. */
  own: boolean;
}

interface Props {
  sessions: ShownSession[];
  caption: string;
  /** The own session has no button. */
  keepOwn?: boolean;
}

/** Live sessions with a button each that sends `sessionId`, for inside a form. */
export function SessionTable({ sessions, caption, keepOwn = false }: Props) {
  return (
    <table className={table.framed}>
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
          {["地址", "浏览器或程序", "方式", "登录时间", "最近使用", "操作"].map((title) => (
            <th scope="col" key={title}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => (
          <tr key={session.sessionId}>
            <td className={table.short}>{session.address}</td>
            <td>
              {session.browser}
              {session.own && <span className="quiet">（您现在的登录）</span>}
            </td>
            <td className={table.short}>{session.kind}</td>
            <td className={table.short}>{session.since}</td>
            <td className={table.short}>{session.lastSeen}</td>
            <td className={table.short}>
              {!(session.own && keepOwn) && (
                <button
                  className="linklike"
                  name="sessionId"
                  value={session.sessionId}
                  aria-label={`结束 ${session.lastSeen} 来自 ${session.address} 的登录`}
                >
                  结束此登录
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
