import { SECURITY_WORDS } from '#content/security.ts';
import { dateAndTime, timeAgo } from '#features/accounts/web/profile/dates.ts';

/**
 * How long ago something was, so that two of one day can be told apart. The exact time is its title. Only for what the browser
 * renders: the build has another clock.
 */
export function TimeAgo({ iso }: { readonly iso: string }) {
  return (
    <time dateTime={iso} title={dateAndTime(iso)}>
      {timeAgo(iso, new Date()) ?? SECURITY_WORDS.justNow}
    </time>
  );
}
