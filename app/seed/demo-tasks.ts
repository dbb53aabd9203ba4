export const demoTasks = {
  catalog: "多媒体资料",
  below: "安全宣传",
  firmwareCatalog: "固件",
  video: { fileNo: "SAFETY-01", fileName: "安全乘车宣传.txt", fileVersion: "1.0" },
  firmware: { fileNo: "FW-TERMINAL", fileName: "车载机固件.bin", fileVersion: "2.3.1" },
  config: { fileNo: "CFG-VOLUME", fileName: "音量配置.json", fileVersion: "3" },
  done: "安全乘车宣传片",
  partly: "车载机固件 2.3.1",
  running: "音量配置",
  waiting: "环1路线路文件",
  unheard: "演示数据里的语音不用试听",
} as const;
