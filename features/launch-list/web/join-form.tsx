import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { LAUNCH_LIST_WORDS as WORDS } from '#content/features/launch-list.ts';
import { LAUNCH_FIELD_ID, PAGES } from '#content/page-paths.ts';
import { PAGE_ERRORS } from '#contract/page-errors.ts';
import { Notice } from '#features/forms/web/notice.tsx';
import type { LaunchListAnswer, LaunchListPlace } from '#features/launch-list/bodies.ts';
import { LAUNCH_LIST, LAUNCH_LIST_PLACE } from '#features/launch-list/contract.ts';
import { getAnswer, postBody } from '#web/api/call-api.ts';
import { useUser } from '#web/session/session.ts';
import { ADDRESS_INPUT } from '#web/ui/address-input.ts';
import { PageLink } from '#web/ui/link.tsx';
import { takeFocus, useBusy } from '#web/ui/use-busy.ts';
import { useHydrated } from '#web/ui/use-hydrated.ts';

type State = {
  readonly email?: string;
  readonly answer?: Pick<LaunchListAnswer, 'title' | 'message' | 'isConfirmed'>;
  /** True if the answer was loaded without a press of the button. The answer then takes no focus. */
  readonly isUnasked?: true;
  /** The height of the form that an unasked answer replaces. The answer keeps it, so that nothing below moves. */
  readonly height?: number | undefined;
  readonly problem?: string;
  /** True if the typed address is wrong, false for a failure of the connection or the server. */
  readonly isMistake?: boolean;
  /** True if the focus moves to the field, so that a screen reader reads the problem as the field's description. */
  readonly isRead?: boolean;
};

type JoinFormProps = {
  /** The sentence above the field for the email address. */
  readonly lead?: string;
  /** True if the field starts empty even for a signed-in person, who may enter another address. */
  readonly isBlank?: boolean;
};

/**
 * The form that puts an email address on the launch list. It works without JavaScript. It uses no shared form components, because
 * the home page would then load them.
 */
export function JoinForm({ lead, isBlank = false }: JoinFormProps) {
  const hydrated = useHydrated();
  const { busy, run } = useBusy();
  const id = LAUNCH_FIELD_ID;
  const field = useRef<HTMLInputElement>(null);
  /** The address that was refused last. If it only looked mistyped and the visitor sends it again, the server accepts it. */
  const refused = useRef<string>(undefined);
  const user = useUser();
  const [{ email, answer, isUnasked, height, problem, isMistake = false, isRead = false }, setState] =
    useState<State>({});
  /** True until it is known whether the person is on the list. Signed-in people do not see the form until then. */
  const [isAsking, setAsking] = useState(!isBlank);
  const own = isBlank ? undefined : user?.email;
  const [isOwn, setOwn] = useState(false);

  // Clears the form when the person signs out, so that no personal data stays.
  const person = user?.id;
  useEffect(() => {
    if (!person) return;
    if (own && field.current?.value === '') field.current.value = own;
    setOwn(own !== undefined && field.current?.value === own);
    return () => {
      if (field.current) field.current.value = '';
      setOwn(false);
      setState({});
    };
  }, [person, own]);

  useEffect(() => {
    if (own === undefined) return;
    let isOver = false;
    void getAnswer<LaunchListPlace>(LAUNCH_LIST_PLACE).then((result) => {
      if (isOver) return;
      setAsking(false);
      const place = result.kind === 'ok' && result.data.data;
      const input = field.current;
      // A visitor who is about to type another address keeps the form.
      if (!place || input?.value !== own || input === document.activeElement) return;
      const height = input.form?.getBoundingClientRect().height;
      setState({ answer: { ...place, isConfirmed: true }, isUnasked: true, height });
    });
    return () => {
      isOver = true;
      setAsking(true);
    };
  }, [own]);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    if (values.get('email') === '') refuse(WORDS.missing);
    else void run(true, () => send(values));
  }

  function refuse(problem: string) {
    const input = field.current;
    refused.current = input?.value;
    flushSync(() => setState({ problem, isMistake: true, isRead: input !== document.activeElement }));
    input?.focus();
  }

  async function send(values: FormData) {
    setState({});
    const result = await postBody<LaunchListAnswer>(LAUNCH_LIST, {
      ...Object.fromEntries(values),
      sure: refused.current,
    });
    if (result.kind === 'ok') setState({ email: String(values.get('email')), answer: result.data });
    else if (result.kind === 'offline') setState({ problem: PAGE_ERRORS.OFFLINE });
    else if (result.refusal.fields?.[0]) refuse(result.refusal.fields[0].message);
    else setState({ problem: result.refusal.message });
  }

  function correct(address: string) {
    setState({});
    if (field.current) field.current.value = address;
    field.current?.focus();
  }

  function enterAnother() {
    setOwn(false);
    flushSync(() => setState({}));
    const input = field.current;
    // Fills in the address, which may only have a typing error, and selects it, so that typing replaces it.
    if (input && email && !answer?.isConfirmed) input.value = email;
    input?.select();
  }

  if (answer !== undefined) {
    return (
      <div
        className="launch-list-asked grid max-w-136 content-start justify-items-start gap-3"
        style={{ minHeight: height }}
      >
        <p
          ref={isUnasked ? undefined : takeFocus}
          tabIndex={-1}
          className="font-display text-title leading-snug font-bold"
        >
          {answer.title}. {answer.message}
        </p>
        {answer.isConfirmed ? (
          <PageLink to={PAGES.yourData} className="text-link">
            {WORDS.leave}
          </PageLink>
        ) : (
          <>
            <p dir="auto" className="wrap-anywhere">
              {WORDS.sentTo} <strong>{email}</strong>
            </p>
            <Next />
            <p className="text-soft">{WORDS.noMail}</p>
          </>
        )}
        <button type="button" className="button button-quiet" onClick={enterAnother}>
          {WORDS.again}
        </button>
      </div>
    );
  }
  return (
    // The prerendered form keeps the browser's own validation, for visitors without JavaScript.
    <form
      method="post"
      action={LAUNCH_LIST}
      noValidate={hydrated}
      onSubmit={onSubmit}
      onInput={() => {
        setOwn(field.current?.value === own);
        if (isMistake) setState({});
      }}
      className="launch-list-form"
      data-asking={isAsking || undefined}
    >
      {lead && (
        <p id={`${id}-lead`} className="text-small font-semibold text-balance">
          {lead}
        </p>
      )}
      <label htmlFor={id} className="text-small font-semibold">
        {WORDS.email}
      </label>
      <input
        ref={field}
        id={id}
        name="email"
        {...ADDRESS_INPUT}
        className="input"
        autoComplete="email"
        required
        aria-invalid={isMistake || undefined}
        aria-describedby={lead ? `${id}-problem ${id}-lead` : `${id}-problem`}
      />
      {/* Honeypot: only robots fill it in. */}
      <div className="sr-only" aria-hidden="true">
        <input name="_gotcha" tabIndex={-1} autoComplete="off" aria-label={WORDS.trap} />
      </div>
      <p id={`${id}-problem`} role={isRead ? undefined : 'alert'} className="field-problem">
        {/* The question about a mistyped address ends with the likely address, which is a button. */}
        {problem?.split(/(\S+@\S+)(?=\?$)/).map((part, index) =>
          index === 1 ? (
            <button
              key={part}
              type="button"
              className="text-link cursor-pointer"
              aria-describedby={`${id}-problem`}
              onClick={() => correct(part)}
            >
              {part}
            </button>
          ) : (
            part
          ),
        )}
      </p>
      <button
        type="submit"
        className="button button-dawn"
        aria-busy={busy === true}
        aria-disabled={busy === true}
      >
        {busy ? WORDS.busy : WORDS.submit}
      </button>
      <span aria-live="polite" className="sr-only">
        {busy && WORDS.busy}
      </span>
      {/* When hidden, this line keeps its space, so that nothing moves. */}
      {!isBlank && <p className={`when-in field-hint ${isOwn ? '' : 'invisible'}`}>{WORDS.signedIn}</p>}
      <Notice name="launch-list" />
    </form>
  );
}

export function Next() {
  return (
    <ul className="list-disc pl-5">
      {WORDS.next.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ul>
  );
}
