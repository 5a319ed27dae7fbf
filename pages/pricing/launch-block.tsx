import { useEffect, useRef } from 'react';
import { type Plan, PRICING } from '#content/pricing.ts';
import { filled } from '#contract/page-errors.ts';
import { LateJoinForm } from '#features/launch-list/web/late-join-form.tsx';

/** The plan that is not open whose button was pressed; each press makes a new one. */
export type AskedPlan = Pick<Plan, 'name'>;

/** “Tell me at launch”, below the plans. The button of a plan that is not open leads here, and its answer stands here. */
export function LaunchBlock({ asked }: { readonly asked?: AskedPlan | undefined }) {
  const { title, lead } = PRICING.launch;
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!asked) return;
    form.current?.scrollIntoView({ block: 'center' });
    // The field, or the button in its place once an address was left.
    form.current?.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true });
  }, [asked]);
  return (
    <section className="page-width section-end" aria-labelledby="launch-list-title">
      <div className="card launch-list">
        <div>
          <h2 id="launch-list-title" className="text-heading">
            {title}
          </h2>
          <p className="mt-4 text-lead text-soft">{lead}</p>
        </div>
        <div ref={form}>
          <div role="status">
            {asked && (
              <p className="mb-4 font-semibold">{filled(PRICING.plans.notOpen, { plan: asked.name })}</p>
            )}
          </div>
          <LateJoinForm />
        </div>
      </div>
    </section>
  );
}
