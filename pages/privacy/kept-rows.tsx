import { PERSONAL_DATA } from '#content/data-register.ts';
import { PRIVACY } from '#content/privacy.ts';

/**
 * The rows that say what the site keeps about people, from the data register. This component must have no state, effects or
 * handlers, because `privacy.tsx` does not hydrate it.
 */
export default function KeptRows() {
  const { columns } = PRIVACY.kept;
  return (
    <dl className="mt-5">
      {PERSONAL_DATA.map(({ what, why, recipient, kept }) => (
        <div
          key={what}
          className="grid break-inside-avoid gap-x-6 gap-y-2 border-b border-line py-3 leading-snug lg:grid-cols-3"
        >
          <dt className="col-span-full font-semibold">{what}</dt>
          {[why, recipient, kept].map((text, index) => (
            <dd key={columns[index]}>
              <span className="block text-small text-soft">{`${columns[index]}:`}</span> {text}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
