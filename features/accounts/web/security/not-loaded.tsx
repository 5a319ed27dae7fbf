import { failure } from '#features/accounts/web/sign-in/auth-notice.ts';
import { Button } from '#web/ui/button.tsx';
import type { Loaded } from './use-loaded.ts';

type NotLoadedProps = {
  readonly loaded: Exclude<Loaded<unknown>, { kind: 'loaded' }>;
  readonly words: { readonly loading: string; readonly retry: string };
  /** A class with the height of the loaded content. */
  readonly height?: string;
  readonly reload: () => Promise<void>;
};

/** The placeholder of the parts of a page until the server has answered. */
export function NotLoaded({ loaded, words, height = 'h-120', reload }: NotLoadedProps) {
  if (loaded.kind === 'loading')
    return (
      <div role="status">
        <span className="sr-only">{words.loading}</span>
        <span className={`skeleton ${height}`} />
      </div>
    );
  return (
    <div role="alert" className="banner banner-error">
      <div>
        <p>{failure(loaded.result).text}</p>
        <Button small className="mt-3" onClick={() => void reload()}>
          {words.retry}
        </Button>
      </div>
    </div>
  );
}
