import { CONTACT } from '#content/contact.ts';
import { PAGES } from '#content/page-paths.ts';
import { ThanksScreen } from '#features/forms/web/thanks-screen.tsx';
import { metaIn } from '#web/shell/page-meta.ts';
import { LetterAway, Stamp } from './letter-pictures.tsx';

const { thanks, form } = CONTACT;

export const meta = () => metaIn(thanks, { noindex: true });

export default function ContactThanks() {
  return (
    <ThanksScreen
      form={form}
      words={thanks}
      again={PAGES.contact}
      picture={<LetterAway />}
      ornament={<Stamp />}
    />
  );
}
