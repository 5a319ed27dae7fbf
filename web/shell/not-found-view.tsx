import { Link, useNavigate } from 'react-router';
import { NOT_FOUND } from '#content/shell.ts';
import { PAGES } from '#contract/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { LostSun } from './lost-sun.tsx';

/** The view for a path that leads nowhere. */
export function NotFoundView() {
  const navigate = useNavigate();
  return (
    <div className="page-width lost">
      <div>
        <h1 className="first-light text-heading">{NOT_FOUND.title}</h1>
        <p className="measure mt-5 text-lead text-soft">{NOT_FOUND.text}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button
            look="dawn"
            onClick={() => (window.history.length > 1 ? navigate(-1) : navigate(PAGES.home))}
          >
            {NOT_FOUND.back}
          </Button>
          <Link className="button button-quiet" to={PAGES.home}>
            {NOT_FOUND.home}
          </Link>
        </div>
      </div>
      <LostSun />
    </div>
  );
}
