import type { ReactNode } from 'react';
import { ADDRESS_LINE, BRAND } from '#content/brand.ts';
import { LEGAL_NEXT } from '#content/legal.ts';
import { PAGES } from '#content/page-paths.ts';
import { TERMS, TERMS_CARDS } from '#content/terms.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import type { SkyPaths } from '#web/ui/horizon.tsx';
import { LegalText } from '#web/ui/legal-text.tsx';
import { NextStep } from '#web/ui/next-step.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

export const meta = () => metaOf(PAGES.terms);

export default function Terms() {
  return (
    <>
      <PageHead page={PAGES.terms} title={TERMS.title} lead={TERMS.lead} hour={0.9} drawing={TEA_TABLE} />
      <LegalText cards={TERMS_CARDS}>
        <TermsContact />
      </LegalText>
      <NextStep {...LEGAL_NEXT} />
    </>
  );
}

function TermsContact() {
  const { title, lead, email, address, business, billing } = TERMS.contact;
  const rows: readonly (readonly [term: string, value: ReactNode])[] = [
    [
      email,
      <a key="email" className="text-link" href={`mailto:${BRAND.contactEmail}`}>
        {BRAND.contactEmail}
      </a>,
    ],
    [address, ADDRESS_LINE],
    [business, BRAND.businessName],
    [billing, BRAND.billingName],
  ];
  return (
    <section className="measure grid gap-3 border-t border-strong pt-6" aria-labelledby="terms-contact-title">
      <h2 id="terms-contact-title" className="text-title">
        {title}
      </h2>
      <p>{lead}</p>
      <dl>
        {rows.map(([term, value]) => (
          <div key={term} className="flex flex-wrap gap-x-4 border-b border-line py-3">
            <dt className="flex-[1_1_7rem] text-soft">{term}</dt>
            <dd className="min-w-0 flex-[3_1_13rem]">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const TEA_TABLE: SkyPaths = [
  'line M784 300V214M784 250l-26-26M784 240l28-32',
  'shape M780 302l2-96h8l2 96ZM714 196a34 34 0 0 1 30-50 44 44 0 0 1 82-10 38 38 0 0 1 28 62c-36 18-104 18-140-2Z',
  'shape M972 236H1108V246H972ZM1034 246h12v46h22v10h-56v-10h22Z',
  'shape M990 218h22v10a8 8 0 0 1-8 8h-6a8 8 0 0 1-8-8ZM1068 218h22v10a8 8 0 0 1-8 8h-6a8 8 0 0 1-8-8Z',
  'line M1012 222h3a4 4 0 0 1 0 9h-3M1068 222h-3a4 4 0 0 0 0 9h3',
  'line M998 210c-4-6 4-8 0-14M1006 210c-4-6 4-8 0-14M1076 210c-4-6 4-8 0-14M1084 210c-4-6 4-8 0-14',
  'light M1024 232h34l-4-6h-26Z',
  'line M914 190l8 62M922 252h44M924 252l-8 48M964 252l4 48M1166 190l-8 62M1158 252h-44M1156 252l8 48M1116 252l-4 48M916 206h4M1164 206h-4',
];
