import { HOME } from '#content/home.ts';
import { LAUNCH_FIELD_ID, PAGES } from '#content/page-paths.ts';
import { Closing } from '#web/ui/closing.tsx';
import { hasPage, Link } from '#web/ui/link.tsx';

/** The call to action that ends the home screen. `data-account` of `<html>` selects the visitors' or the signed-in version. */
export function ClosingCall() {
  const { title, text, button, note, onlyEmail, signedIn } = HOME.closing;
  return (
    <Closing
      id="closing-title"
      title={
        <>
          <span className="when-out">{title}</span>
          <span className="when-in">{signedIn.title}</span>
        </>
      }
    >
      <div className="when-out">
        <p className="mt-4 text-lead">{text}</p>
        <p className="mt-7 flex flex-wrap items-center gap-x-5 gap-y-3">
          <Link to={`${PAGES.auth}?view=create`} className="button button-dawn">
            {button}
          </Link>
          <span>{note}</span>
        </p>
        {hasPage(PAGES.launchList) && (
          <p className="mt-4">
            <a href={`#${LAUNCH_FIELD_ID}`} className="text-link">
              {onlyEmail}
            </a>
          </p>
        )}
      </div>
      <div className="when-in">
        <p className="mt-4 text-lead">{signedIn.text}</p>
        <p className="mt-7">
          <Link to={PAGES.profile} className="button button-dawn">
            {signedIn.button}
          </Link>
        </p>
      </div>
    </Closing>
  );
}
