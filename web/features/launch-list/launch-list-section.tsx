import { LAUNCH_LIST_WORDS as WORDS } from '#content/launch-list.ts';
import { JoinForm } from './join-form.tsx';

/** “Tell me at launch” as a section of a page. */
export function LaunchListSection() {
  return (
    <section className="page-width section-end" aria-labelledby="launch-list-title">
      <div className="card launch-list">
        <div>
          <h2 id="launch-list-title" className="text-heading">
            {WORDS.title}
          </h2>
          <p className="mt-4 text-lead text-soft">{WORDS.lead}</p>
        </div>
        <JoinForm />
      </div>
    </section>
  );
}
