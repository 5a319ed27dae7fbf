import { PRICING } from '#content/pricing.ts';
import { JoinForm } from '#web/features/launch-list/join-form.tsx';

/** “Tell me at launch”, below the plans. */
export function LaunchBlock() {
  const { title, lead } = PRICING.launch;
  return (
    <section className="page-width section-end" aria-labelledby="launch-list-title">
      <div className="card launch-list">
        <div>
          <h2 id="launch-list-title" className="text-heading">
            {title}
          </h2>
          <p className="mt-4 text-lead text-soft">{lead}</p>
        </div>
        <JoinForm />
      </div>
    </section>
  );
}
