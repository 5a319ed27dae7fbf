import { CONTACT } from '#content/forms.ts';
import { PAGES } from '#contract/paths.ts';
import { LetterAway, Stamp } from '#web/features/forms/letter-pictures.tsx';
import { ThanksScreen } from '#web/features/forms/thanks-screen.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

const { thanks, form, stamp } = CONTACT;

export function meta() {
  return pageMeta({ title: thanks.pageTitle, description: thanks.description, noindex: true });
}

export default function ContactThanks() {
  return (
    <ThanksScreen
      form={form}
      words={thanks}
      again={PAGES.contact}
      picture={<LetterAway />}
      ornament={<Stamp label={stamp} />}
    />
  );
}
