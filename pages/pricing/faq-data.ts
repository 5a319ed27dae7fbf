import type { StructuredData } from '#web/shell/structured-data.ts';

/** Search engines require that the page shows the same questions and answers. */
export function faqPage(
  pairs: readonly { readonly question: string; readonly answer: string }[],
): StructuredData {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: pairs.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}
