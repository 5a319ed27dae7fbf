import { PAGES } from '#content/page-paths.ts';
import { PROFILE_WORDS } from '#content/profile.ts';
import { NeedsScripts } from '#features/accounts/web/sign-in/needs-scripts.tsx';
import { useSignedIn } from '#features/accounts/web/use-signed-in.ts';
import { metaIn } from '#web/shell/page-meta.ts';
import { focusHeading } from '#web/shell/route-change.tsx';
import { Profile } from './profile-view.tsx';

export const meta = () => metaIn(PROFILE_WORDS, { canonical: PAGES.profile, noindex: true });

export default function ProfilePage() {
  const user = useSignedIn(PAGES.profile);
  return user ? <Profile key={user.id} user={user} /> : <ProfileSkeleton />;
}

/** If the placeholder's heading has the focus when the placeholder is removed, the focus moves to the next heading. */
const passFocusOn = (heading: HTMLElement | null) => () => {
  if (document.activeElement === heading) queueMicrotask(focusHeading);
};

function ProfileSkeleton() {
  return (
    <div className="page-width grid grid-cols-1 gap-12 py-[clamp(1.5rem,5vw,4rem)]" aria-busy="true">
      <h1 ref={passFocusOn} className="sr-only profile-loading">
        {PROFILE_WORDS.loading}
      </h1>
      <noscript>
        <h1 className="mb-5 text-heading">{PROFILE_WORDS.pageTitle}</h1>
        {import.meta.env.SSR && <NeedsScripts />}
      </noscript>
      <div className="flex flex-wrap items-center gap-x-7 gap-y-5">
        <span className="skeleton size-24 rounded-full" />
        <div className="grid grow gap-3">
          <span className="skeleton h-9 w-64 max-w-full" />
          <span className="skeleton h-5 w-48 max-w-full" />
          <span className="skeleton h-5 w-40 max-w-full" />
        </div>
      </div>
      <div className="mt-16 grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-4">
        <span className="skeleton h-40" />
        <span className="skeleton h-40" />
        <span className="skeleton h-40" />
      </div>
      <span className="skeleton h-120" />
    </div>
  );
}
