import { useEffect, useRef } from 'react';
import { PAGES } from '#content/page-paths.ts';
import { PROFILE_WORDS } from '#content/profile.ts';
import { ACCOUNT_ERRORS } from '#contract/account-errors.ts';
import { isSameName } from '#contract/display-name.ts';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import type { ArrivedProof } from '#features/accounts/web/security/arrived-proof.ts';
import ProveIdentity from '#features/accounts/web/security/prove-identity.tsx';
import { isGuarded, readSecurity } from '#features/accounts/web/security/second-steps.ts';
import { sayWhyNot } from '#features/accounts/web/security/use-act.ts';
import { NotLoaded, useLoaded } from '#features/accounts/web/security/use-loaded.tsx';
import type { FailedCall } from '#web/api/call-api.ts';
import { hasPage, Link } from '#web/ui/link.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { DeletionProof } from './profile-api.ts';

const WORDS = PROFILE_WORDS.deletion;

type DeleteDialogProps = {
  readonly user: UserRecord;
  /** Set if this dialog started a proof of identity at a provider. */
  readonly arrived: ArrivedProof | null;
  /** Resolves with the failure, if the account was not deleted. */
  readonly onDelete: (proof: DeletionProof) => Promise<FailedCall | null | undefined>;
  readonly onClose: () => void;
};

/** Asks for the name and a proof before a deletion (docs/product.md, "Deletion"). The dialog opens when it is rendered. */
export default function DeleteDialog({
  user: { name, email },
  arrived,
  onDelete,
  onClose,
}: DeleteDialogProps) {
  const { loaded, reload } = useLoaded(readSecurity);
  const security = loaded.kind === 'loaded' ? loaded.data : null;
  // An account with a password and no second factor sends the password with the name.
  const byPassword = security?.hasPassword && !isGuarded(security);

  const isOpen = useRef(true);
  useEffect(
    () => () => {
      isOpen.current = false;
    },
    [],
  );

  /** Cancelling closes the dialog but not a running deletion, so a later failure is shown as a toast. */
  async function remove(proof: DeletionProof) {
    const failed = await onDelete(proof);
    if (!failed || isOpen.current) return failed;
    sayWhyNot(failed);
    return null;
  }

  return (
    <Modal
      id="delete"
      title={WORDS.title}
      text={byPassword ? WORDS.text : WORDS.textWithoutPassword}
      onCancel={onClose}
    >
      <ProveIdentity
        security={security}
        email={email}
        purpose="deletion"
        words={WORDS}
        arrived={arrived}
        handsOnPassword={byPassword}
        check={(values) =>
          isSameName(name, String(values.get('name')))
            ? []
            : [{ field: 'name', message: ACCOUNT_ERRORS.NAME_MISMATCH }]
        }
        onProved={(password) => remove(password === undefined ? { name } : { name, password })}
        onCancel={onClose}
      >
        <TextField
          label={WORDS.name}
          name="name"
          required
          autoComplete="off"
          defaultValue={arrived ? name : ''}
          dir="auto"
          hint={
            <>
              {WORDS.nameHint} <bdi>{name}</bdi>
            </>
          }
        />
        {loaded.kind !== 'loaded' && (
          <NotLoaded loaded={loaded} words={WORDS} height="h-20" reload={reload} />
        )}
      </ProveIdentity>
      {hasPage(PAGES.yourData) && (
        <p className="mt-4 text-small text-soft">
          {WORDS.copy}{' '}
          <Link to={PAGES.yourData} className="text-link">
            {PROFILE_WORDS.yourData}
          </Link>
        </p>
      )}
    </Modal>
  );
}
