import { LAUNCH_LIST_WORDS } from '#content/features/launch-list.ts';
import { LAUNCH_LIST_PAGES } from '#content/features/launch-list-pages.ts';
import { LAUNCH_FIELD_ID, LAUNCH_LIST_ASKED } from '#content/page-paths.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { JoinForm, Next } from './join-form.tsx';

const { asked, noMail, again } = LAUNCH_LIST_WORDS;
const { path, title, description, lead } = LAUNCH_LIST_PAGES.list;

export const meta = () => pageMeta({ title, description, canonical: path });

/** The page with the form of the launch list. After a visitor has joined without JavaScript, the next steps replace the form. */
export default function LaunchList() {
  return (
    <>
      <div id={LAUNCH_LIST_ASKED} className="launch-list-told">
        <PageHead title={asked.title} lead={asked.message} hour={0.3}>
          <div className="mt-5">
            <Next />
          </div>
          <p className="mt-6">{noMail}</p>
          <p className="mt-3">
            <a href={`#${LAUNCH_FIELD_ID}`} className="button button-quiet">
              {again}
            </a>
          </p>
        </PageHead>
      </div>
      <div className="launch-list-join">
        <PageHead title={title} lead={lead} hour={0.3}>
          <JoinForm />
        </PageHead>
      </div>
    </>
  );
}
