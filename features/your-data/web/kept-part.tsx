import { TABLES } from '#content/data-register.ts';
import { YOUR_DATA_WORDS } from '#content/features/your-data.ts';
import { PAGES } from '#content/page-paths.ts';
import { SecurityPart } from '#features/accounts/web/security/security-part.tsx';
import { Link } from '#web/ui/link.tsx';

const WORDS = YOUR_DATA_WORDS.kept;

/** Tables with data of the person, described by the data register, and how much. */
export function KeptPart({ counts }: { readonly counts: Readonly<Record<string, number>> }) {
  const kept = Object.entries(counts).flatMap(([name, count]) => {
    const table = TABLES[name];
    return table === undefined || count === 0 ? [] : [{ ...table, name, count }];
  });
  return (
    <SecurityPart id="kept" title={WORDS.title} lead={WORDS.lead}>
      <ul className="security-rows">
        {kept.map(({ name, what, kept: until, count }) => (
          <li key={name}>
            <div className="min-w-0 flex-1">
              <p>{what}</p>
              <p className="text-small text-soft">
                {WORDS.until} {until}
              </p>
            </div>
            <p className="font-semibold" data-testid={`count-${name}`}>
              <span className="sr-only">{WORDS.count} </span>
              {count}
            </p>
          </li>
        ))}
      </ul>
      <p className="text-small text-soft">
        {WORDS.rest}{' '}
        <Link to={`${PAGES.privacy}#what-we-keep`} className="text-link">
          {WORDS.restLink}
        </Link>
      </p>
      <p className="text-small text-soft">
        {WORDS.rights}{' '}
        <Link to={PAGES.rights} className="text-link">
          {WORDS.rightsLink}
        </Link>
        .
      </p>
    </SecurityPart>
  );
}
