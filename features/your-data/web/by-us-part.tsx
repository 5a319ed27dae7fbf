import { YOUR_DATA_WORDS } from '#content/features/your-data.ts';
import { dateAndTime } from '#features/accounts/web/profile/dates.ts';
import { SecurityPart } from '#features/accounts/web/security/security-part.tsx';
import type { DoneByUs } from '#features/your-data/bodies.ts';

const WORDS = YOUR_DATA_WORDS.byUs;

/** When an operator looked at the account or changed something, and why. */
export function ByUsPart({ byUs }: { readonly byUs: readonly DoneByUs[] }) {
  return (
    <SecurityPart id="by-us" title={WORDS.title} lead={WORDS.lead}>
      {byUs.length === 0 && <p className="text-small text-soft">{WORDS.nothing}</p>}
      <ul className="security-rows">
        {byUs.map(({ id, at, what, why }) => (
          <li key={id}>
            <div className="min-w-0 grow basis-64">
              <p className="font-semibold first-letter:uppercase">{what}</p>
              <p className="text-small text-soft">{dateAndTime(at)}</p>
              {why !== '' && (
                <p className="text-small text-soft">
                  {WORDS.why} {why}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </SecurityPart>
  );
}
