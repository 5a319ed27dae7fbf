import { PERSONAL_DATA } from '#content/data-register.ts';
import { PRIVACY } from '#content/privacy.ts';

/** All that the site keeps about people, from the register of data. It may have no state, effects or handlers, see `kept-data.tsx`. */
export default function KeptRows() {
  const { columns } = PRIVACY.kept;
  return (
    <dl>
      {PERSONAL_DATA.map(({ what, why, recipient, kept }) => (
        <div key={what} className="kept-row">
          <dt>{what}</dt>
          {[why, recipient, kept].map((text, index) => (
            <dd key={columns[index]}>
              <span className="text-soft">{columns[index]}</span> {text}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
