import styles from "./device-link.module.css";

interface Row {
  messageId: string;
  at: string;
  until: string;
  times: number;
  transport: keyof typeof transportNames;
  isFromDevice: boolean;
  kind: string;
  content: string;
}

export const kindName = (kind: string) => messageKinds[kind] ?? kind;

export function MessageTable({ messages }: { messages: Row[] }) {
  return (
    <table className={styles.messages}>
      <caption className="unseen">收发的消息</caption>
      <thead>
        <tr>
          <th>时间</th>
          <th>方向</th>
          <th>方式</th>
          <th>种类</th>
          <th>内容</th>
        </tr>
      </thead>
      <tbody>
        {messages.map((row) => (
          <tr key={row.messageId}>
            <td>
              {row.until}
              {row.times > 1 && (
                <span className="quiet">
                  {" "}
                  自 {row.at} 起 {row.times} 次
                </span>
              )}
            </td>
            <td>{row.isFromDevice ? "终端发来" : "发给终端"}</td>
            <td>{transportNames[row.transport]}</td>
            <td>{kindName(row.kind)}</td>
            <td>{row.content}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const messageKinds: Record<string, string> = {
  poll: "轮询",
  job: "下发任务",
  progress: "下载进度",
  result: "下载结果",
  download: "文件传输",
  refused: "拒绝",
  position: "位置",
};

const transportNames = { http: "HTTP", "808": "JT/T 808", mqtt: "MQTT" } as const;
