import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { PRICING_FAQ } from '#content/pricing.ts';
import { PricingFaq } from './pricing.tsx';

test('each question about the prices is a heading, so that a screen reader lists it', () => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <PricingFaq />
    </MemoryRouter>,
  );
  for (const { question } of PRICING_FAQ) expect(html).toContain(`>${renderToStaticMarkup(question)}</h3>`);
});
