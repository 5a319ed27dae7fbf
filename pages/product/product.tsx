import type { ReactNode } from 'react';
import { PAGES } from '#content/page-paths.ts';
import { PRODUCTS, PRODUCTS_PAGE, type Product, type ProductIcon } from '#content/products.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { LateCallToAction } from '#web/slots/late-call-to-action.ts';
import type { SkyPaths } from '#web/ui/horizon.tsx';
import { NextStep } from '#web/ui/next-step.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

export const meta = () => metaOf(PAGES.product);

export default function ProductPage() {
  const { title, lead, next } = PRODUCTS_PAGE;
  return (
    <>
      <PageHead page={PAGES.product} title={title} lead={lead} hour={0.5} drawing={WORKBENCH} />
      <ul className="page-width two-columns-reversed section-space">
        {PRODUCTS.map((product) => (
          <ProductSheet key={product.title} product={product} />
        ))}
      </ul>
      <NextStep {...next}>{LateCallToAction && <LateCallToAction />}</NextStep>
    </>
  );
}

function ProductSheet({ product }: { readonly product: Product }) {
  const { soon, stagesTitle, stages, here } = PRODUCTS_PAGE;
  const { title, description, icon, stage, standing } = product;
  return (
    <li className="sheet @container lg:even:mt-36 lg:nth-[4n+3]:-mt-12" data-testid="product">
      <div className="sheet-paper relative mb-8 p-6">
        <Drawing name={icon} />
        <p className="sheet-tag">{soon}</p>
      </div>
      <h2 className="text-heading">{title}</h2>
      <p className="mt-3 measure text-lead leading-normal">{description}</p>
      <h3 className="sr-only">
        {title}: {stagesTitle}
      </h3>
      {/* Each column is as wide as its text, so that the name of a stage stays on one line. */}
      <ol className="mt-6 mb-4 grid max-w-128 grid-cols-[repeat(4,auto)] gap-1 text-small leading-snug @max-3xs:grid-cols-2">
        {stages.map((name, index) => (
          <li key={name} className={index < stage ? 'font-semibold' : 'text-soft'}>
            <span className={`mb-2 block h-1 ${index < stage ? 'bg-peacock' : 'bg-strong'}`} />
            {name}
            {index + 1 === stage && <span className="sr-only"> ({here})</span>}
          </li>
        ))}
      </ol>
      <p className="mt-3 measure text-soft">{standing}</p>
    </li>
  );
}

const WORKBENCH: SkyPaths = [
  'shape M850 226H1190V240H850ZM866 240h14v60h-14ZM1160 240h14v60h-14ZM880 268h280v8H880Z',
  'line M890 226V190L934 150M890 190h.1',
  'shape M876 226a14 9 0 0 1 28 0ZM922 158l26-24 24 28c-16 4-34 6-50-4Z',
  'light M930 164a12 12 0 0 0 30 2Z',
  'line M1010 226V176h56v50M1018 186h40M1018 196h28M1018 206h36',
  'shape M1106 226v-12h-10v-14h48v14h-10v12ZM1144 204h14v6h-14ZM1160 196h6v22h-6ZM978 226v-22h-8v-10h26v10h-8v22Z',
  'line M1092 276l14-14 14 14M936 268v-14h40v14',
];

const THIN = { stroke: 'var(--peacock)', strokeWidth: 1.1 } as const;
const LIT = { stroke: 'var(--drawn-lit)', strokeWidth: 3 } as const;
const FILL = 'color-mix(in oklab, var(--peacock) 20%, var(--peacock-wash))';

const DRAWINGS: Record<ProductIcon, ReactNode> = {
  model: (
    <>
      <path d="M62 178V34h14v144ZM244 178V34h14v144ZM52 34h216M52 48h216M48 178h224" />
      <path
        {...THIN}
        d="M92 48v94M108 48v94M124 48v94M140 48v94M156 48v94M172 48v94M188 48v94M204 48v94M220 48v94"
      />
      <path
        {...LIT}
        d="M84 164h34M126 164h58M192 164h38M84 154h62M154 154h28M190 154h40M84 144h20M112 144h70M190 144h24"
      />
      <path fill={FILL} d="M120 124c12-10 48-10 62 0-14 10-50 10-62 0Z" />
      <path d="M138 124h26" />
      <path {...LIT} d="M182 124c16 0 30 4 44 12" />
      <path {...THIN} d="M28 34v144M23 34h10M23 178h10M62 14h196M62 9v10M258 9v10" />
    </>
  ),
  assistant: (
    <>
      <rect x="104" y="18" width="92" height="162" rx="14" fill={FILL} />
      <path d="M138 30h24M92 180h132" />
      <path d="M118 50h42a6 6 0 0 1 6 6v14a6 6 0 0 1-6 6h-32l-10 8Z" />
      <path {...THIN} d="M128 60h28M128 68h18" />
      <path d="M182 96v44l10 8h-50a6 6 0 0 1-6-6v-40a6 6 0 0 1 6-6Z" />
      <path {...LIT} d="M146 132a13 13 0 0 1 26 0M140 132h38M159 112v-7M145 118l-5-5M173 118l5-5" />
      <path fill={FILL} d="M224 148h32v18a14 14 0 0 1-14 14h-4a14 14 0 0 1-14-14Z" />
      <path d="M256 152h6a8 8 0 0 1 0 16h-7M234 138c-4-6 4-8 0-14M246 138c-4-6 4-8 0-14" />
      <path {...THIN} d="M82 18v162M77 18h10M77 180h10M200 34l36-16h30M104 194h92M104 189v10M196 189v10" />
    </>
  ),
  watch: (
    <>
      <path d="M98 60l6-48h48l6 48M98 140l6 48h48l6-48" />
      <rect x="84" y="54" width="88" height="92" rx="24" fill={FILL} />
      <rect x="94" y="64" width="68" height="72" rx="16" />
      <path d="M172 90h7v20h-7" />
      <path {...LIT} d="M112 112a16 16 0 0 1 32 0M106 112h44M128 88v-8M112 95l-6-6M144 95l6-6" />
      <path d="M112 122h32M118 129h16" />
      <path d="M236 12c8 20 8 30 6 46h-10v84h10c2 16 2 26-6 46M232 58h-8c-6 0-8 6-8 12v60c0 6 2 12 8 12h8" />
      <path {...THIN} d="M128 4v192M66 54v92M61 54h10M61 146h10M172 54h44M172 146h44M84 172h88M260 58v84" />
    </>
  ),
  device: (
    <>
      <path d="M30 160h260M30 168h260M64 168l-14 22M256 168l14 22" />
      <path fill={FILL} d="M116 160v-50a44 44 0 0 1 88 0v50Z" />
      <path {...LIT} d="M138 120a22 22 0 0 1 44 0M130 120h60" />
      <path d="M140 134h.1M150 134h.1M160 134h.1M170 134h.1M180 134h.1M145 144h.1M155 144h.1M165 144h.1M175 144h.1" />
      <path d="M54 160v-44h36v44M50 108h44v8H50ZM234 160l-6-32h44l-6 32ZM250 128c0-18-18-18-20-32 14 0 20 10 20 20 0-16 8-30 22-30 0 18-14 22-22 32" />
      <path
        {...THIN}
        d="M104 66a72 72 0 0 1 112 0M88 54a94 94 0 0 1 144 0M160 110V40M116 180h88M116 175v10M204 175v10"
      />
    </>
  ),
};

function Drawing({ name }: { readonly name: ProductIcon }) {
  return (
    <svg
      viewBox="0 0 320 204"
      aria-hidden="true"
      className="mx-auto block w-full max-w-128"
      fill="none"
      stroke="currentcolor"
      strokeWidth="2.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {DRAWINGS[name]}
    </svg>
  );
}
