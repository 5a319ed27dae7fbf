import { useSubmit } from '@formspree/react';
import { useEffect, useRef, useState } from 'react';
import { FORM_SENTENCES, FORM_WORDS, MESSAGE_TOO_LONG, type MessageFormWords } from '#content/forms.ts';
import { FORMS, type FormName } from '#contract/forms.ts';
import { EMAIL_MAX_LENGTH, MESSAGE_MAX_LENGTH, PROFILE_LIMITS } from '#contract/limits.ts';
import { FORMS_API, pathFor } from '#contract/paths.ts';
import { useSession } from '#web/features/identity/session.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useCheckedForm } from '#web/ui/use-checked-form.ts';
import { dropDraft, fill, keepDraft, restoreDraft } from './form-draft.ts';
import { type MessageFields, submissionProblem } from './submission-problem.ts';

type MessageFormProps = { readonly form: FormName; readonly words: MessageFormWords };

/**
 * Name, email and message, sent to the form service. Without JavaScript the browser posts the same fields to the same
 * address. What is typed stays until it was taken: over a refusal, a lost connection and a reload.
 */
export function MessageForm({ form, words }: MessageFormProps) {
  const [sent, setSent] = useState(false);
  return sent ? (
    <SentNotice words={words} onAgain={() => setSent(false)} />
  ) : (
    <OpenForm form={form} words={words} onSent={() => setSent(true)} />
  );
}

function OpenForm({ form, words, onSent }: MessageFormProps & { readonly onSent: () => void }) {
  const labels = { name: FORM_WORDS.name, email: FORM_WORDS.email, message: words.messageLabel };
  const [failure, setFailure] = useState<string | null>(null);
  const { user } = useSession();
  const submit = useSubmit<MessageFields>(
    FORMS[form],
    typeof location === 'undefined' ? {} : { origin: location.origin },
  );

  const { busy, problems, formProps } = useCheckedForm(FORM_SENTENCES, async (values) => {
    setFailure(null);
    const length = String(values.get('message')).length;
    if (length > MESSAGE_MAX_LENGTH) return [{ field: 'message', message: tooLong(length) }];
    const result = await submit(values);
    if (result.kind === 'success') {
      dropDraft(form);
      onSent();
      return [];
    }
    const { fields, detail } = submissionProblem(result, labels);
    setFailure(detail);
    return fields;
  });

  const element = formProps.ref;
  useEffect(() => {
    if (element.current) restoreDraft(form, element.current);
  }, [form, element]);
  useEffect(() => {
    if (!element.current || !user) return;
    fill(element.current, 'name', user.name);
    fill(element.current, 'email', user.email);
  }, [element, user]);

  return (
    <form
      {...formProps}
      onInput={(event) => {
        formProps.onInput(event);
        keepDraft(form, event.currentTarget);
      }}
      method="post"
      action={pathFor(FORMS_API.submit, FORMS[form])}
      className="message-form"
      aria-label={words.legend}
      data-waits-for-script
    >
      <Banner
        message={failure === null ? null : { tone: 'error', text: FORM_WORDS.failed, detail: failure }}
        onDismiss={() => setFailure(null)}
      />
      <div className="message-form-fields">
        <div className="message-form-who">
          <TextField
            label={labels.name}
            name="name"
            autoComplete="name"
            required
            maxLength={PROFILE_LIMITS.nameMax}
            problem={problems.name}
          />
          <TextField
            label={labels.email}
            name="email"
            type="email"
            autoComplete="email"
            required
            maxLength={EMAIL_MAX_LENGTH}
            problem={problems.email}
          />
        </div>
        <TextArea
          label={labels.message}
          name="message"
          rows={4}
          required
          hint={words.messageHint}
          problem={problems.message}
        />
        {/* For programs that fill in every field they find; people never meet it. */}
        <div className="message-form-trap" aria-hidden="true">
          <input name="_gotcha" tabIndex={-1} autoComplete="off" aria-label={FORM_WORDS.trap} />
        </div>
        <div>
          <Button type="submit" look="dawn" busy={busy} busyLabel={words.busy}>
            {words.submit}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** The focus goes to the sentence: the button that had it is gone. */
function SentNotice({ words, onAgain }: { readonly words: MessageFormWords; readonly onAgain: () => void }) {
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => said.current?.focus(), []);
  return (
    <div className="message-sent">
      <p ref={said} tabIndex={-1} role="status" className="text-title">
        {words.success}
      </p>
      <p className="text-soft">{words.afterwards}</p>
      <div>
        <Button onClick={onAgain}>{words.again}</Button>
      </div>
    </div>
  );
}

const inNumbers = new Intl.NumberFormat('en-IN');

function tooLong(length: number): string {
  return MESSAGE_TOO_LONG.replace('{max}', inNumbers.format(MESSAGE_MAX_LENGTH)).replace(
    '{length}',
    inNumbers.format(length),
  );
}
