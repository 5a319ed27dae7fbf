import { HOME } from '#content/home.ts';
import { HourOfMorning } from './hour-of-morning.tsx';

const HOURS = ['before', 'first', 'full'] as const;

/** The three values. The cards climb from left to right, as the sun in their windows does. */
export function ValuesBlock() {
  const { title, lead, cards } = HOME.values;
  return (
    <section className="page-width values" aria-labelledby="values-title">
      <div className="values-head">
        <h2 id="values-title" className="first-light text-heading">
          {title}
        </h2>
        <p className="mt-4 text-lead text-soft">{lead}</p>
      </div>
      <ul className="values-cards">
        {cards.map((card, index) => (
          <li key={card.title} className="card value-card">
            <HourOfMorning hour={HOURS[index] ?? 'full'} />
            <h3 className="text-title">{card.title}</h3>
            <p className="mt-2 text-soft">{card.content}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
