import { useEffect, useRef } from 'react';
import { type Plan, PRICING } from '#content/pricing.ts';
import { filled } from '#contract/page-errors.ts';
import { LateCallToAction } from '#web/slots/late-call-to-action.ts';

/** The plan that is not open yet but whose button was pressed. Each press makes a new object, so that effects run again. */
export type AskedPlan = Pick<Plan, 'name'>;

/** “Tell me at launch”, below the plans. The button of a plan that is not open leads here and shows a sentence. */
export function LaunchBlock({ asked }: { readonly asked?: AskedPlan | undefined }) {
  const { title, lead } = PRICING.launch;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!asked) return;
    place.current?.scrollIntoView({ block: 'center' });
    // Focuses the email field, or the button that replaces it after an address was submitted.
    place.current?.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true });
  }, [asked]);
  const answer = (
    <div role="status">
      {asked && <p className="mb-4 font-semibold">{filled(PRICING.plans.notOpen, { plan: asked.name })}</p>}
    </div>
  );

  if (!LateCallToAction)
    return (
      <div ref={place} className="page-width">
        {answer}
      </div>
    );
  return (
    <section className="page-width screen-only section-end" aria-labelledby="launch-list-title">
      <div className="card grid items-center gap-x-20 gap-y-7 p-card lg:grid-cols-2">
        <div>
          <h2 id="launch-list-title" className="text-heading">
            {title}
          </h2>
          <p className="mt-4 text-lead text-soft">{lead}</p>
        </div>
        <div ref={place}>
          {answer}
          <LateCallToAction />
        </div>
      </div>
    </section>
  );
}
