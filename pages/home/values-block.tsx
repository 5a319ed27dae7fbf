import { VALUES } from '#content/values.ts';
import { SectionHead } from '#web/ui/section-head.tsx';
import { HourOfMorning } from './hour-of-morning.tsx';

const HOURS = ['before', 'first', 'full'] as const;

/** The three values as cards. */
export function ValuesBlock() {
  const { title, lead, cards } = VALUES;
  return (
    <section className="page-width section-space lazy-layout" aria-labelledby="values-title">
      <SectionHead id="values-title" title={title} lead={lead} className="values-head" />
      <ul className="value-cards">
        {cards.map((card, index) => (
          <li key={card.title} className="card value-card">
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
