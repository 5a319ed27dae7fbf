import { describe, expect, test } from 'vitest';
import { PLANS } from '#content/pricing.ts';
import { isButtonDisabled, selectPlan } from './selection.ts';

const plans = [
  { id: 'soon', isComingSoon: true },
  { id: 'open', isComingSoon: false },
  { id: 'also-open', isComingSoon: false },
];

describe('choosing a plan', () => {
  test('an open plan is selected, in place of another one', () => {
    expect(selectPlan(plans, undefined, 'open')).toBe('open');
    expect(selectPlan(plans, 'open', 'also-open')).toBe('also-open');
    expect(selectPlan(plans, 'open', 'open')).toBe('open');
  });

  test('a plan that is coming soon changes nothing', () => {
    expect(selectPlan(plans, undefined, 'soon')).toBeUndefined();
    expect(selectPlan(plans, 'open', 'soon')).toBe('open');
  });

  test('nor does one that is not there', () => {
    expect(selectPlan(plans, undefined, 'gone')).toBeUndefined();
    expect(selectPlan(plans, 'open', 'gone')).toBe('open');
  });

  test('of today’s plans none can be selected', () => {
    for (const { id } of PLANS) expect(selectPlan(PLANS, undefined, id)).toBeUndefined();
  });

  test('buttons rest in yearly mode', () => {
    expect(isButtonDisabled('month')).toBe(false);
    expect(isButtonDisabled('year')).toBe(true);
  });
});
