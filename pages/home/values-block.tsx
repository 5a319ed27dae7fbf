import { VALUES } from '#content/values.ts';
import { SectionHead } from '#web/ui/section-head.tsx';
import { HourOfMorning } from './hour-of-morning.tsx';

const HOURS = ['before', 'first', 'full'] as const;
const STEPS = ['lg:mt-20', 'lg:mt-10'];

export function ValuesBlock() {
  const { title, lead, cards } = VALUES;
  return (
    <section className="page-width section-space lazy-layout" aria-labelledby="values-title">
      <SectionHead id="values-title" title={title} lead={lead} className="lg:max-w-128 xl:-mb-14" />
      {/* On wide screens each card is higher on the page than the one before it. */}
      <ul className="mt-10 grid items-start gap-5 lg:grid-cols-3">
        {cards.map((card, index) => (
          <li
            key={card.title}
            className={`card overflow-hidden sm:max-lg:grid sm:max-lg:grid-cols-[15rem_1fr] sm:max-lg:items-center ${STEPS[index] ?? ''}`}
          >
            <HourOfMorning hour={HOURS[index] ?? 'full'} />
            <div className="p-6">
              <h3 className="text-title">{card.title}</h3>
              <p className="mt-2 text-soft">{card.content}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
