import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { fullTitle } from '#web/shell/page-meta.ts';
import type { BannerMessage } from '#web/ui/banner.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import { usePart } from '#web/ui/use-part.ts';
import { authPath, keepReturnPath, returnPathIn, viewIn } from './auth-path.ts';
import { loadCodePanel, type SignInPage } from './sign-in-slots.ts';

/**
 * The panel of the sign-in page that the URL names, its notice, and the functions that show another panel.
 *
 * @param arrived what another page passed to this one
 */
export function usePanels(arrived: { readonly notice: BannerMessage | null; readonly email: string }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const hydrated = useHydrated();
  const asked = viewIn(search);
  const next = hydrated ? returnPathIn(search) : null;
  const CodePanel = usePart(
    loadCodePanel,
    asked === 'code',
    () => void navigate(authPath('sign-in', next), { replace: true }),
  );
  const view = asked === 'code' && !CodePanel ? 'sign-in' : asked;
  const box = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const [email, setEmail] = useState(arrived.email);
  // Fills in the invited address, which the link in an operator's invitation has in its fragment.
  useEffect(() => {
    const invited = new URLSearchParams(hash.slice(1)).get('email');
    if (invited) setEmail(invited);
  }, [hash]);
  const [notice, setNotice] = useState(arrived.notice);
  /** A notice for the next panel is shown only there, because a screen reader would otherwise read it twice. */
  const noticeOfNext = useRef<BannerMessage>(null);
  const switched = useRef(false);
  const [isResetAsked, setResetAsked] = useState(false);
  const [saysConfirmed, setSaysConfirmed] = useState(false);

  const show: SignInPage['show'] = (other, withNotice = null, hasConfirmed = false) => {
    // The person may have opened another page before the answer came. The answer must not lead away from it.
    if (!box.current) return;
    if (other === view) return setNotice(withNotice);
    // Fills the address into the next panel.
    const typed = box.current.querySelector<HTMLInputElement>('[name="email"]')?.value;
    if (typed !== undefined) setEmail(typed);
    flushSync(() => {
      setNotice(null);
      setResetAsked(false);
      setSaysConfirmed(hasConfirmed);
    });
    switched.current = true;
    noticeOfNext.current = withNotice;
    // The inbox panel stays in the browser's history, so that “Back” returns to its button that resends the mail.
    const replace = view !== 'inbox' || (other === 'sign-in' && !hasConfirmed);
    void navigate(authPath(other, next), { replace, flushSync: true });
  };

  /** Shows the password reset: with `asked`, the notice that a mail was requested; without, the form to request one. */
  function showReset(asked?: { readonly email: string; readonly notice: BannerMessage }) {
    if (asked) {
      keepReturnPath(next);
      setEmail(asked.email);
    }
    setNotice(asked?.notice ?? null);
    setResetAsked(asked !== undefined);
    switched.current = true;
  }

  // Sets the title here, because the prerendered HTML, with its title, is the same for all views.
  useEffect(() => {
    const shown = view === 'reset' && isResetAsked ? 'inbox' : view;
    document.title = fullTitle(shown === 'sign-in' ? AUTH_WORDS.pageTitle : AUTH_WORDS[shown].title);
  }, [view, isResetAsked]);

  // The pressed control is unmounted with its panel, so the heading of the new panel takes the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown depends on both.
  useEffect(() => {
    // A panel that has already set the focus itself keeps it.
    if (switched.current && !box.current?.contains(document.activeElement))
      box.current?.querySelector<HTMLElement>(`#${view}-title`)?.focus();
    switched.current = false;
    if (noticeOfNext.current) setNotice(noticeOfNext.current);
    noticeOfNext.current = null;
  }, [view, isResetAsked]);

  // The address is already filled in, so the focus moves to the password. Runs after the shell has focused the heading.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only on arrival.
  useEffect(() => {
    if (arrived.notice && arrived.email)
      box.current?.querySelector<HTMLElement>('[name="password"]')?.focus({ preventScroll: true });
  }, []);

  const page: Omit<SignInPage, 'onSignedIn' | 'onAgeNeeded'> = {
    view,
    next,
    email,
    isRememberTicked: () =>
      box.current?.querySelector<HTMLInputElement>('[name="rememberDevice"]')?.checked ?? false,
    show,
    onNotice: setNotice,
    onUnverified(address, withNotice) {
      keepReturnPath(next);
      show('inbox', withNotice);
      setEmail(address);
    },
    async onCodeNeeded() {
      // The pressed button stays busy until the panel has loaded. If loading fails, `usePart` reports it.
      await loadCodePanel?.().catch(() => {});
      show('code');
    },
  };
  return { page, box, CodePanel, notice, setEmail, isResetAsked, showReset, saysConfirmed };
}
