export const securityEventKinds = {
  login: "登录成功",
  "login-failed": "登录失败",
  "account-locked": "账号锁定",
  "address-locked": "地址锁定",
  "lock-lifted": "解除锁定",
  "sign-out": "退出登录",
  "session-ended": "结束登录",
  "password-changed": "修改密码",
  "password-reset": "重置密码",
  "permission-refused": "无权访问",
  "upload-refused": "拒绝上传",
  export: "导出数据",
  "roles-changed": "角色与授权变更",
  "account-changed": "账号变更",
  "token-made": "生成令牌",
  "token-ended": "停用令牌",
} as const;

export type SecurityEventKind = keyof typeof securityEventKinds;
