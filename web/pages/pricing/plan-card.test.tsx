import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Plan } from '#content/pricing.ts';
import { PlanCard } from './plan-card.tsx';
import { PlansBlock } from './plans-block.tsx';

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
  renderToStaticMarkup(<PlanCard plan={plan} period={period} selected={selected} onSelect={() => {}} />);
const radioOf = (html: string) => /<input[^>]*>/.exec(html)?.[0];
const buttonOf = (html: string) => /<button[^>]*>/.exec(html)?.[0];

describe('the card of a plan', () => {
  test('can be chosen while the plan is open', () => {
    expect(radioOf(card(open))).not.toContain('disabled');
    expect(card(open)).toContain('data-open');
    expect(radioOf(card(open))).not.toContain('checked');
    expect(radioOf(card(open, 'month', true))).toContain('checked');
  });

  test('cannot be chosen before', () => {
    expect(radioOf(card(soon))).toContain('disabled=""');
    expect(card(soon)).not.toContain('data-open');
  });

  test('has a button that rests in yearly mode', () => {
    for (const plan of [open, soon]) {
      expect(buttonOf(card(plan))).not.toContain('disabled');
      expect(buttonOf(card(plan, 'year'))).toContain('disabled=""');
    }
  });

  test('says both prices, with that of the period first', () => {
    expect(card(open)).toMatch(/₹350.*\/month.*or ₹3,360\/year/);
    expect(card(open, 'year')).toMatch(/₹3,360.*\/year.*or ₹350\/month/);
  });

  test('begins its features with the one that sets it apart', () => {
    expect(card(open)).toMatch(/Another.*One thing/);
    expect(card(open).match(/Another/g)).toHaveLength(1);
  });

  test('wears the ribbon when it is popular, and only then', () => {
    expect(card({ ...open, isPopular: true })).toContain('Most suggested');
    expect(card(open)).not.toContain('Most suggested');
  });
});

test('none of the plans is selected at first, open or not', () => {
  const html = renderToStaticMarkup(<PlansBlock plans={[open, soon]} />);
  expect(html.match(/name="plan"/g)).toHaveLength(2);
  expect(html.match(/checked=""/g), 'the period alone is chosen').toHaveLength(1);
});
