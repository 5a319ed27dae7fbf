import { lazy } from 'react';
import { BRAND, GRIEVANCE_OFFICER } from '#content/brand.ts';
import { LEGAL_NEXT } from '#content/legal.ts';
import { PAGES } from '#content/page-paths.ts';
import { PRIVACY, PRIVACY_CARDS } from '#content/privacy.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { Backdrop } from '#web/slots/backdrop.ts';
import { COUNTING_CHOICE } from '#web/slots/counting-choice.ts';
import type { SkyPaths } from '#web/ui/horizon.tsx';
import { KeptHtml } from '#web/ui/kept-html.tsx';
import { LegalText } from '#web/ui/legal-text.tsx';
import { PageLink } from '#web/ui/link.tsx';
import { LinkedText } from '#web/ui/linked-text.tsx';
import { NextStep } from '#web/ui/next-step.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

export const meta = () => metaOf(PAGES.privacy);

export default function Privacy() {
  const { title, subtitle, short, questions, rights } = PRIVACY;
  return (
    <>
      <PageHead page={PAGES.privacy} title={title} lead={subtitle} hour={0.34} drawing={SHUTTERED_HOUSE}>
        {Backdrop && <Backdrop />}
      </PageHead>
      <LegalText cards={PRIVACY_CARDS} short={short} more={SECTIONS}>
        <KeptData />
        {COUNTING_CHOICE && (
          <section
            id={COUNTING_CHOICE.id}
            tabIndex={-1}
            className="pb-12 lg:pb-20"
            aria-labelledby={`${COUNTING_CHOICE.id}-title`}
          >
            <h2 id={`${COUNTING_CHOICE.id}-title`} className="text-heading">
              {COUNTING_CHOICE.title}
            </h2>
            <p className="text-lead mb-4">{COUNTING_CHOICE.lead}</p>
            <COUNTING_CHOICE.Choice />
          </section>
        )}
        <footer className="measure grid gap-3 border-t border-strong pt-6">
          <p>
            <PageLink className="text-link" to={PAGES.rights}>
              {rights.link}
            </PageLink>
            {rights.officer} {GRIEVANCE_OFFICER.name}, {GRIEVANCE_OFFICER.role},{' '}
            <a className="text-link" href={`mailto:${GRIEVANCE_OFFICER.email}`}>
              {GRIEVANCE_OFFICER.email}
            </a>
            .
          </p>
          <p>
            {questions.before}{' '}
            <a className="text-link" href={`mailto:${BRAND.contactEmail}`}>
              {BRAND.contactEmail}
            </a>{' '}
            {questions.after} {questions.security}{' '}
            <a className="text-link" href={`mailto:${BRAND.securityEmail}`}>
              {BRAND.securityEmail}
            </a>
            .
          </p>
        </footer>
      </LegalText>
      <NextStep {...LEGAL_NEXT} />
    </>
  );
}

const SECTIONS = [
  { id: 'what-we-keep', text: PRIVACY.kept.title },
  ...(COUNTING_CHOICE ? [{ id: COUNTING_CHOICE.id, text: COUNTING_CHOICE.title }] : []),
];

/** If the tables cannot be loaded, the error page is shown, because their absence would look like an answer. */
const Rows = import.meta.env.SSR
  ? (await import('./kept-rows.tsx')).default
  : lazy(() => import('./kept-rows.tsx'));

function KeptData() {
  const { title, lead } = PRIVACY.kept;
  return (
    <section id="what-we-keep" tabIndex={-1} className="pb-12 lg:pb-20" aria-labelledby="what-we-keep-title">
      <h2 id="what-we-keep-title" className="text-heading">
        {title}
      </h2>
      <p className="text-lead">
        <LinkedText text={lead} />
      </p>
      <KeptHtml fallback={<div className="min-h-screen" />}>
        <Rows />
      </KeptHtml>
    </section>
  );
}

const SHUTTERED_HOUSE: SkyPaths = [
  'far M820 300v-72a44 44 0 1 1 88 0v72Z',
  'shape M934 300V208H912L1010 140L1108 208H1086V300ZM1056 172V142h18v44Z',
  'light M968 218h34v40H968Z',
  'shape M983 214h4v46h-4ZM968 218h10c2 16-2 26-10 34ZM1002 218h-10c-2 16 2 26 10 34Z',
  'line M1030 300v-72h32v72M1053 264h.1',
  'shape M780 264H1128V302H780ZM772 258H1136V266H772Z',
  'shape M1136 302V246h10V302ZM1214 302V246h10V302ZM1222 264h150v38H1222ZM1222 258h158v8H1222Z',
  'line M1150 300V262q30-24 60 0V300M1165 300V254M1180 300V250M1195 300V254M1148 280h64',
  'light M1173 276h14v12h-14Z',
];
