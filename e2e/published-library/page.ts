import { CardElement, FormspreeProvider, useForm, ValidationError } from '@formspree/react';
import { type FunctionComponent, createElement as h } from 'react';
import { createRoot } from 'react-dom/client';

/**
 * Somebody else's page with a form of ours: the published library, unchanged, as its guide shows it. The address says
 * which form (`form`), where (`endpoint`) and, for a card payment, Stripe's key (`stripe`).
 */
const asked = new URLSearchParams(location.search);
const form = asked.get('form') ?? 'contact';
const endpoint = asked.get('endpoint') ?? '';
const stripePK = asked.get('stripe') ?? '';
const project = asked.get('project') ?? '';

const FIELDS = ['name', 'email', 'message'] as const;
type Values = Record<(typeof FIELDS)[number] | 'paymentMethod', string>;
const Problem = ValidationError<Values>;

function Form() {
  const [state, submit] = useForm<Values>(form, { endpoint });
  if (state.succeeded) return h('p', { role: 'status' }, `Thank you: ${state.result?.next}`);
  const { errors } = state;
  return h(
    'form',
    { onSubmit: submit, noValidate: true },
    h(Problem, { errors, id: 'problem' }),
    ...FIELDS.map((field) =>
      h(
        'p',
        { key: field },
        h('label', null, field, ' ', h('input', { name: field })),
        h(Problem, { errors, field, prefix: field, id: `problem-of-${field}` }),
      ),
    ),
    stripePK === '' ? null : h(CardElement),
    h(Problem, { errors, field: 'paymentMethod', prefix: 'Card', id: 'problem-of-card' }),
    h('output', { id: 'codes' }, codesOf(errors).join(' ')),
    h('button', { type: 'submit', disabled: state.submitting }, 'Send'),
  );
}

function codesOf(errors: ReturnType<typeof useForm<Values>>[0]['errors']): string[] {
  if (errors === null) return [];
  const ofFields = errors
    .getAllFieldErrors()
    .flatMap(([field, problems]) => problems.map(({ code }) => `${field}:${code}`));
  return [...errors.getFormErrors().map(({ code }) => code), ...ofFields];
}

const root = document.getElementById('root');
if (root !== null) {
  const settings = { ...(project !== '' && { project }), ...(stripePK !== '' && { stripePK }) };
  // Its types ask for the children among the properties; React takes them beside.
  const Provider: FunctionComponent<typeof settings> = FormspreeProvider as FunctionComponent;
  createRoot(root).render(h(Provider, settings, h(Form)));
}
