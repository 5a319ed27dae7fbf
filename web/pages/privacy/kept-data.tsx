import { PERSONAL_DATA } from '#content/data-register.ts';
import { PRIVACY } from '#content/privacy.ts';

/** All that the site keeps about people, as one table, from the register of data. */
export function KeptData() {
  const { title, lead, columns } = PRIVACY.kept;
  return (
    <section id="what-we-keep" className="kept-data" aria-labelledby="what-we-keep-title">
      <h2 id="what-we-keep-title" className="text-heading">
        {title}
      </h2>
      <p className="text-lead">{lead}</p>
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
    </section>
  );
}
