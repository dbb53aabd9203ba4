export const messageKinds: Record<string, string> = {
  poll: "轮询",
  job: "下发任务",
  progress: "下载进度",
  result: "下载结果",
  download: "文件传输",
  refused: "拒绝",
  position: "位置",
};

export const transportNames = { http: "HTTP", "808": "JT/T 808", mqtt: "MQTT" } as const;
