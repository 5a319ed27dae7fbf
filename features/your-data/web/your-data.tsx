import { YOUR_DATA_WORDS } from '#content/features/your-data.ts';
import { PAGES } from '#content/page-paths.ts';
import { AccountPage } from '#features/accounts/web/security/account-page.tsx';
import { useSignedIn } from '#features/accounts/web/use-signed-in.ts';
import { metaIn } from '#web/shell/page-meta.ts';
import { ExportPart } from './export-part.tsx';
import { YourDataParts } from './your-data-parts.tsx';

export const meta = () => metaIn(YOUR_DATA_WORDS, { canonical: PAGES.yourData, noindex: true });

export default function YourDataPage() {
  const user = useSignedIn(PAGES.yourData);
  return (
    <AccountPage title={YOUR_DATA_WORDS.pageTitle} lead={YOUR_DATA_WORDS.lead}>
      {user ? (
        <YourDataParts key={user.id} email={user.email} />
      ) : (
        <>
          <ExportPart />
          <span className="skeleton h-120" />
        </>
      )}
    </AccountPage>
  );
}
