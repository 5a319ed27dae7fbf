import { useNavigate } from 'react-router';
import { PAGES } from '#content/page-paths.ts';
import { NOT_FOUND } from '#content/shell.ts';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { LostView } from './lost-view.tsx';

/** The 404 view. */
export function NotFoundView() {
  const navigate = useNavigate();
  return (
    <LostView title={NOT_FOUND.title} text={NOT_FOUND.text}>
      {/* Needs JavaScript. */}
      <Button
        look="dawn"
        className="noscript:hidden"
        onClick={() => (window.history.length > 1 ? navigate(-1) : navigate(PAGES.home))}
      >
        {NOT_FOUND.back}
      </Button>
      <Link className="button button-quiet" to={PAGES.home}>
        {NOT_FOUND.home}
      </Link>
    </LostView>
  );
}
