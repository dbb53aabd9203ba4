/** The way to giving up all of one's own imports that nobody has confirmed; absent below two. */
export function CancelWaiting({ at, count }: { at: string; count: number }) {
  return count > 1 && <a href={`${at}/cancel-waiting`}>取消全部未确认的导入（{count}）</a>;
}
