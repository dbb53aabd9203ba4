/** 8 分 5 秒. */
export const wordsOfLength = (seconds: number): string => {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} 秒` : `${Math.floor(whole / 60)} 分 ${whole % 60} 秒`;
};
