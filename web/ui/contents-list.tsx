import type { Heading } from '#content/markdown.ts';

type ContentsListProps = {
  readonly title: string;
  readonly headings: readonly Heading[];
  readonly className: string;
};

/** The table of contents of a long text. At most one on a page. */
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
