import { AUTH_WORDS } from '#content/sign-in.ts';

export function NothingThere({ steps }: { readonly steps: readonly string[] }) {
  return (
    <section aria-labelledby="nothing-there" className="text-small text-soft">
      <h2 id="nothing-there" className="font-semibold text-ink">
        {AUTH_WORDS.inbox.nothing}
      </h2>
      <ul className="mt-1 grid list-disc gap-1 pl-5">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
    </section>
  );
}
