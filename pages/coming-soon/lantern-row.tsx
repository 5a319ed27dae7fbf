import { COMING_SOON } from '#content/coming-soon.ts';
import { SectionHead } from '#web/ui/section-head.tsx';

/** What is coming, each item below a paper lantern. */
export function LanternRow() {
  const { title, list } = COMING_SOON.things;
  return (
    <section className="page-width section-space" aria-labelledby="lanterns-title">
      <SectionHead id="lanterns-title" title={title} />
      <div className="relative mt-8">
        <svg
          viewBox="0 0 1000 100"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="absolute inset-x-0 top-0 hidden h-24 w-full overflow-visible xl:block"
        >
          <path
            fill="none"
            stroke="var(--line-strong)"
            strokeWidth="2"
            d="M0 4Q500 150 1000 4"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <ul className="lanterns xl:grid xl:grid-cols-5 xl:gap-6">
          {list.map((thing) => (
            <li
              key={thing.title}
              className="grid grid-cols-[min(4rem,17vw)_1fr] gap-[min(1.25rem,5vw)] xl:block xl:text-center"
            >
              <Lantern />
              <div className="py-5">
                <h3 className="text-title">{thing.title}</h3>
                <p className="mt-2 text-soft">{thing.description}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Lantern() {
  return (
    <svg
      viewBox="0 0 80 128"
      aria-hidden="true"
      className="text-(--lantern-line) xl:mx-auto xl:w-26 forced-colors:text-[CanvasText]"
      fill="none"
      stroke="currentcolor"
      strokeWidth="1.6"
      strokeLinecap="round"
    >
      <path className="lantern-paper" stroke="none" d="M26 28h28c16 14 20 46 0 66H26C6 74 10 42 26 28Z" />
      <path d="M40 0v22M18 44h44M14 61h52M18 78h44M40 28c-8 20-8 46 0 66M40 28c8 20 8 46 0 66" />
      <path fill="currentcolor" stroke="none" d="M27 22h26v7H27ZM27 93h26v7H27Z" />
      <path d="M34 100v14M40 100v22M46 100v14" />
    </svg>
  );
}
