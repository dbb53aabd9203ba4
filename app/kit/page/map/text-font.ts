/** Fonts for text on a canvas, which knows nothing of the page's own. */
export const FONT = '"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif';
