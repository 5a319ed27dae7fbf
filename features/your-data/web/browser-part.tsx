import { useState } from 'react';
import { COOKIES, STORAGE_KEYS, type StorageKey } from '#content/browser-register.ts';
import { YOUR_DATA_WORDS } from '#content/features/your-data.ts';
import { PAGES } from '#content/page-paths.ts';
import { filled } from '#contract/page-errors.ts';
import { SecurityPart } from '#features/accounts/web/security/security-part.tsx';
import { sayWhyNot } from '#features/accounts/web/security/use-act.ts';
import { YOUR_DATA_API } from '#features/your-data/contract.ts';
import { postBody } from '#web/api/call-api.ts';
import { readStored, writeStored } from '#web/api/storage.ts';
import { forgetPerson, sessionStore } from '#web/session/session.ts';
import { useLeavePage } from '#web/session/use-leave-page.ts';
import { AskFirst } from '#web/ui/ask-first.tsx';
import { ACTION, toast } from '#web/ui/toasts.tsx';
import { useBusy } from '#web/ui/use-busy.ts';

const WORDS = YOUR_DATA_WORDS.browser;
const AREAS = ['localStorage', 'sessionStorage'] as const;
const KEYS = Object.keys(STORAGE_KEYS) as readonly StorageKey[];

/** What pages store in this browser (see the register), and a button to clear it. Only the server sees which cookies exist. */
export function BrowserPart({ cookies }: { readonly cookies: readonly string[] }) {
  const leavePage = useLeavePage();
  const { busy, run } = useBusy();
  const [, readAgain] = useState({});
  const stored = KEYS.filter((key) => AREAS.some((area) => readStored(key, area) !== null));
  const here = [
    ...Object.entries(COOKIES)
      .filter(([name]) => cookies.includes(name))
      .map(([name, cookie]) => ({ ...cookie, name, where: WORDS.cookie })),
    // Storage keys with the same entry in the browser register share a row.
    ...[...new Set(stored.map((key) => STORAGE_KEYS[key]))].map((entry) => ({
      ...entry,
      name: stored.filter((key) => STORAGE_KEYS[key] === entry).join(', '),
      where: entry.area,
    })),
  ];

  async function clear() {
    await sessionStore().prepareToLeave();
    const result = await postBody(YOUR_DATA_API.forgetBrowser);
    if (result.kind !== 'ok') return sayWhyNot(result);
    // Leaves this page before it removes the session data. Without the data, this page redirects to the sign-in page.
    await leavePage(PAGES.home);
    forgetPerson();
    // The visitor's objection to being counted stays stored.
    for (const key of KEYS.filter((each) => each !== 'doNotCount'))
      for (const area of AREAS) writeStored(key, null, area);
    window.showTheme(null);
    toast.success(result.data.message, ACTION);
  }

  return (
    <SecurityPart id="browser" title={WORDS.title} lead={WORDS.lead}>
      <details>
        <summary className="w-fit cursor-pointer py-1">{filled(WORDS.list, { count: here.length })}</summary>
        <ul className="security-rows">
          {here.map(({ name, where, why, kept }) => (
            <li key={name}>
              <div className="min-w-0">
                <p>{why}</p>
                <p className="text-small text-soft">
                  {WORDS.until} {kept}
                </p>
                <details className="text-small text-soft">
                  <summary className="w-fit cursor-pointer py-1">
                    {WORDS.name}
                    <span className="sr-only">: {name}</span>
                  </summary>
                  <p className="wrap-anywhere">
                    <code>{name}</code> · {where}
                  </p>
                </details>
              </div>
            </li>
          ))}
        </ul>
      </details>
      <p id="clear-hint">{WORDS.warning}</p>
      <div className="flex flex-wrap gap-3">
        <AskFirst
          words={{ ...WORDS, ask: WORDS.clear }}
          busy={busy !== null}
          aria-describedby="clear-hint"
          onAsk={() => readAgain({})}
          onConfirm={() => void run(true, clear)}
        />
      </div>
    </SecurityPart>
  );
}
