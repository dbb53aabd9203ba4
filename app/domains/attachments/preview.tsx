import type { FileKind } from "./file-kinds";
import styles from "./preview.module.css";

interface PreviewProps {
  name: string;
  at: string;
  mayOpen: boolean;
  shown?: FileKind;
  /** Why it is not shown though a browser could. */
  why?: string;
  text?: { text: string; isPart: boolean };
}

/** A file as far as it can be shown without running anything of it. */
export function Preview({ name, at, mayOpen, shown, why, text }: PreviewProps) {
  if (!mayOpen) return <p className="quiet">只有能查看使用它的记录的人可以打开。</p>;
  if (shown === "picture") return <img className={styles.picture} src={at} alt={name} />;
  if (shown === "sound")
    return (
      <audio className={styles.sound} controls preload="metadata" src={at} aria-label={name}>
        浏览器不能播放这个文件，请下载。
      </audio>
    );
  if (why) return <p className="quiet">{why}，不在页面上显示，请下载后查看。</p>;
  if (!text) return <p className="quiet">这种文件不能预览，请下载后打开。</p>;
  return (
    <>
      {text.isPart && <p className="quiet">只显示开头一部分，全部内容请下载。</p>}
      <pre className={styles.text} tabIndex={0}>
        {text.text}
      </pre>
    </>
  );
}
