import { describe, expect, test } from 'vitest';
import { selectPlan } from './selection.ts';

const plans = [
  { id: 'soon', isComingSoon: true },
  { id: 'open', isComingSoon: false },
  { id: 'also-open', isComingSoon: false },
];

describe('choosing a pricing plan', () => {
  test('selects an open plan and replaces the plan selected before', () => {
    expect(selectPlan(plans, undefined, 'open')).toBe('open');
    expect(selectPlan(plans, 'open', 'also-open')).toBe('also-open');
    expect(selectPlan(plans, 'open', 'open')).toBe('open');
  });

  test('keeps the selection when the chosen plan is coming soon', () => {
    expect(selectPlan(plans, undefined, 'soon')).toBeUndefined();
    expect(selectPlan(plans, 'open', 'soon')).toBe('open');
  });

  test('keeps the selection when the chosen plan does not exist', () => {
    expect(selectPlan(plans, undefined, 'gone')).toBeUndefined();
    expect(selectPlan(plans, 'open', 'gone')).toBe('open');
  });
});
