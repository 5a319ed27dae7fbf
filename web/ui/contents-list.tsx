import type { Heading } from '#content/markdown.ts';

type ContentsListProps = {
  readonly title: string;
  readonly headings: readonly Heading[];
};

export function ContentsList({ title, headings }: ContentsListProps) {
  return (
    <nav
      className="contents-list screen-only lg:sticky lg:top-23 lg:self-start"
      aria-labelledby="contents-title"
    >
      <h2 id="contents-title" className="font-text text-small font-medium tracking-normal text-soft">
        {title}
      </h2>
      <ol className="mt-2">
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex gap-3 border-b border-line py-2.5 text-small leading-snug no-underline hover:text-peacock"
            >
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
