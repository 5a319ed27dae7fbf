import type { Heading } from '#content/markdown.ts';

type ContentsListProps = {
  readonly title: string;
  readonly headings: readonly Heading[];
  /** Says where it stands beside the text. */
  readonly className: string;
};

/** What a long text holds, each heading a link to its place. A page has one. */
export function ContentsList({ title, headings, className }: ContentsListProps) {
  return (
    <nav className={className} aria-labelledby="contents-title">
      <h2 id="contents-title">{title}</h2>
      <ol>
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
