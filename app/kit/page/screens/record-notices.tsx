/** What other rooms have to say of a record, each with the way there. */
export function RecordNotices({ notices = [] }: { notices?: readonly { text: string; href: string }[] }) {
  return notices.map(({ text, href }) => (
    <p key={href} className="notice">
      {text}。<a href={href}>查看</a>
    </p>
  ));
}
