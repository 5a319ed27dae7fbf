import { PAGES } from '#contract/paths.ts';
import { ContactScreen } from '#web/features/forms/contact-screen.tsx';
import { metaOf } from '#web/features/shell/page-meta.ts';

export function meta() {
  return metaOf(PAGES.contact);
}

export default ContactScreen;
