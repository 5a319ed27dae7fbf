import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { type Plan, PRICING } from '#content/pricing.ts';
import { filled } from '#contract/page-errors.ts';
import { PlanCard, PlansBlock } from './plans-block.tsx';
import { FeatureTable } from './tables.tsx';

const open: Plan = {
  id: 'open',
  name: 'Open',
  price: '350',
  icon: 'lamp',
  features: ['One thing', 'Another'],
  highlightFeature: 'Another',
  buttonText: 'Choose',
  variant: 'quiet',
  isComingSoon: false,
};
const soon: Plan = { ...open, id: 'soon', name: 'Soon', isComingSoon: true, buttonText: 'Coming Soon' };

const card = (plan: Plan, period: 'month' | 'year' = 'month', selected = false) =>
  renderToStaticMarkup(
    <PlanCard plan={plan} period={period} selected={selected} onSelect={() => {}} onAsk={() => {}} />,
  );
const radioOf = (html: string) => /<input[^>]*>/.exec(html)?.[0];

describe('the card of a pricing plan', () => {
  test('has a highlighted button, and can be selected, only if the plan is on sale', () => {
    expect(radioOf(card(open))).not.toMatch(/disabled|checked/);
    expect(radioOf(card(open, 'month', true))).toContain('checked');
    expect(card({ ...open, variant: 'dawn' })).toContain('button-dawn');
    expect(radioOf(card(soon))).toBeUndefined();
    expect(card({ ...soon, variant: 'dawn' })).not.toContain('button-dawn');
  });

  test('shows the price of the selected period, then what a year costs or what the yearly price is a month, or only one price when the plan is free', () => {
    const { month, year } = PRICING.plans.beside;
    expect(card(open)).toMatch(/₹350.*\/month/);
    expect(card(open)).toContain(filled(month, { price: '₹3,360' }));
    expect(card(open, 'year')).toMatch(/₹3,360.*\/year/);
    expect(card(open, 'year')).toContain(filled(year, { price: '₹280' }));
    expect(card({ ...open, price: '0' }).match(/₹0/g)).toHaveLength(1);
  });

  test('lists the highlighted feature first, and the other features in their given order', () => {
    const html = card({ ...open, features: ['One thing', 'Another', 'A thing', 'The last'] });
    const lines = [...html.matchAll(/<\/svg>([^<]+)<\/li>/g)].map(([, feature]) => feature);
    expect(lines).toEqual(['Another', 'One thing', 'A thing', 'The last']);
  });
});

test('the table of features has a column per plan, with ticks also for the features of a plan that it includes', () => {
  const features = ['Another', 'A third'];
  const more: Plan = { ...open, id: 'more', name: 'More', features, includes: 'open' };
  const html = renderToStaticMarkup(<FeatureTable plans={[open, more]} />);
  expect(html.match(/<th scope="col">(Open|More)</g)).toHaveLength(2);
  const rows = [...html.matchAll(/<th scope="row">([^<]*)<\/th>(.*?)<\/tr>/g)];
  const { listed } = PRICING.features;
  const ticks = rows.map(([, , cells = '']) => cells.split('</td>').map((cell) => cell.includes(listed)));
  expect(rows.map(([, feature]) => feature)).toEqual(['One thing', 'Another', 'A third']);
  expect(ticks).toEqual([
    [true, true, false],
    [true, true, false],
    [false, true, false],
  ]);
});

test('no plan is selected at first, whether or not it is on sale', () => {
  const html = renderToStaticMarkup(<PlansBlock plans={[open, soon]} onAsk={() => {}} />);
  expect(html.match(/name="plan"/g)).toHaveLength(1);
  expect(html.match(/checked=""/g), 'the period alone is chosen').toHaveLength(1);
});
