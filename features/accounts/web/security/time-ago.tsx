import { SECURITY_WORDS } from '#content/security.ts';
import { dateAndTime, timeAgo } from '#features/accounts/web/profile/dates.ts';

/**
 * How long ago something happened, precise enough to tell apart two times of one day. The exact time is in the `title` attribute.
 * Must not be prerendered, because the clock of the build differs from the visitor's.
 */
export function TimeAgo({ iso }: { readonly iso: string }) {
  return (
    <time dateTime={iso} title={dateAndTime(iso)}>
      {timeAgo(iso, new Date()) ?? SECURITY_WORDS.justNow}
    </time>
  );
}
