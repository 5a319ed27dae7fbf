import { useEffect, useRef, useState } from 'react';
import { PAGES } from '#content/page-paths.ts';
import { PROFILE_WORDS } from '#content/profile.ts';
import { SHELL_WORDS } from '#content/shell.ts';
import { ACCOUNT_ERRORS } from '#contract/account-errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { PROFILE_FIELD_LIST, type ProfileFields } from '#contract/profile-fields.ts';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import { useArrivedProof } from '#features/accounts/web/security/arrived-proof.ts';
import { failure } from '#features/accounts/web/sign-in/auth-notice.ts';
import { forgetUsage } from '#features/accounts/web/usage/usage-tracker.ts';
import { noticeSignedOut } from '#features/accounts/web/use-signed-in.ts';
import type { FailedCall } from '#web/api/call-api.ts';
import { keepDraft, readDraft } from '#web/session/drafts.ts';
import { forgetAccount, sessionStore } from '#web/session/session.ts';
import { useUnsavedChanges } from '#web/session/unsaved-changes.tsx';
import { hasTyped } from '#web/session/use-draft.ts';
import { useLeavePage } from '#web/session/use-leave-page.ts';
import { useSignOut } from '#web/session/use-sign-out.ts';
import { initialOf } from '#web/shell/account-name.tsx';
import { LateCallToAction } from '#web/slots/late-call-to-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Link, PageLink } from '#web/ui/link.tsx';
import { NextStep } from '#web/ui/next-step.tsx';
import { ACTION, toast } from '#web/ui/toasts.tsx';
import { useBusy } from '#web/ui/use-busy.ts';
import { useCheckedForm } from '#web/ui/use-checked-form.ts';
import { usePart } from '#web/ui/use-part.ts';
import { longDate } from './dates.ts';
import { type DeletionProof, deleteAccount, saveProfile } from './profile-api.ts';
import { PROFILE_SENTENCES, ProfileDetails } from './profile-details.tsx';
import { StatCards } from './stat-cards.tsx';

const loadDeleteDialog = () => import('./delete-dialog.tsx');

const FORM_ID = 'profile-details';

export function Profile({ user }: { readonly user: UserRecord }) {
  const leavePage = useLeavePage();
  const signOut = useSignOut();
  const [arrived, setArrived] = useState(useArrivedProof());
  const [asking, setAsking] = useState(arrived !== null);
  const DeleteDialog = usePart(loadDeleteDialog, asking, stopAsking);
  const { busy: deleting, run: runDeletion } = useBusy();
  const { editing, edit, cancel, form } = useProfileEditing(user);
  const unsaved = useUnsavedChanges(
    PROFILE_WORDS.unsaved,
    editing ? () => hasTyped(form.formProps.ref) : null,
    () => keepDraft(user.id, 'profile'),
  );

  function stopAsking() {
    setAsking(false);
    setArrived(null);
  }

  async function remove(proof: DeletionProof): Promise<FailedCall | null> {
    const result = await deleteAccount(user, proof);
    if (result.kind !== 'ok') return result;
    unsaved.letPass();
    await leavePage(PAGES.homeAlias);
    forgetUsage();
    forgetAccount();
    toast.remove(ACTION.id);
    // Nothing else on the next page says that the account was deleted, so the message stays until the visitor closes it.
    toast.success(MESSAGES.accountDeleted, { duration: Number.POSITIVE_INFINITY });
    return null;
  }

  return (
    <>
      <div className="page-width grid grid-cols-1 gap-12 py-[clamp(1.5rem,5vw,4rem)]">
        <header className="flex flex-wrap items-center gap-x-7 gap-y-5">
          {/* This box is as wide as the person’s name, so that a long name moves below the initial and is not broken. */}
          <div className="flex min-w-0 flex-auto flex-wrap items-center gap-x-7 gap-y-5">
            <span className="account-initial text-[2.8rem]" aria-hidden="true" data-testid="profile-avatar">
              {initialOf(user.name)}
            </span>
            <div className="max-w-full grow">
              <h1 className="text-left text-heading leading-[1.3] hyphens-manual">
                <span className="sr-only">{PROFILE_WORDS.pageTitle}: </span>
                <bdi data-testid="profile-name">{user.name}</bdi>
              </h1>
              <p className="text-soft">{user.email}</p>
              <p className="text-soft">
                {PROFILE_WORDS.memberSince} {longDate(user.created_at)}
              </p>
            </div>
          </div>
          <div className="flex flex-wrap gap-x-2.5 gap-y-3">
            <EditButton editing={editing} onEdit={edit} />
            <Link to={PAGES.security} className="button button-quiet">
              {PROFILE_WORDS.security}
            </Link>
            <PageLink to={PAGES.yourData} className="button button-quiet">
              {PROFILE_WORDS.yourData}
            </PageLink>
            <Button onClick={signOut}>{SHELL_WORDS.signOut}</Button>
            {/* On a phone, "Delete account" has its own row, so that nobody presses it by mistake. */}
            <div className="max-sm:mt-3 max-sm:basis-full">
              <Button
                // The page “Your data” links to this button.
                id="delete-account"
                look="danger"
                busy={deleting !== null}
                busyLabel={MESSAGES.deletingAccount}
                aria-busy={(asking && !DeleteDialog) || undefined}
                onClick={() => setAsking(true)}
              >
                {PROFILE_WORDS.deleteAccount}
              </Button>
            </div>
          </div>
        </header>

        <ProfileDetails id={FORM_ID} user={user} editing={editing} form={form}>
          <div className="profile-saving col-span-full">
            <Button type="submit" look="dawn" busy={form.busy}>
              {PROFILE_WORDS.save}
            </Button>
            <Button onClick={cancel}>{PROFILE_WORDS.cancel}</Button>
          </div>
        </ProfileDetails>
        <StatCards updatedAt={user.updated_at} />
        {unsaved.dialog}
        {asking && DeleteDialog && (
          <DeleteDialog
            user={user}
            arrived={arrived}
            onDelete={(proof) => runDeletion(true, () => remove(proof))}
            onClose={stopAsking}
          />
        )}
      </div>
      {/* This section is hidden during editing, not removed, so that a message below its button is not lost. */}
      <div hidden={editing}>
        <NextStep {...PROFILE_WORDS.next}>{LateCallToAction && <LateCallToAction />}</NextStep>
      </div>
    </>
  );
}

function tellFailure(result: FailedCall) {
  const sentence = ACCOUNT_ERRORS.PROFILE_UPDATE_FAILED;
  const isNamed = result.kind === 'refused' && (result.refusal.message === sentence || result.refusal.fields);
  toast.error(
    <>
      <span className="block">{sentence}</span>
      {!isNamed && <span className="block text-small text-soft">{failure(result).text}</span>}
    </>,
    ACTION,
  );
  noticeSignedOut(result);
}

/**
 * Switches between view and form. A failed save leaves the form open with everything typed (docs/product.md, "Profile").
 */
function useProfileEditing(user: UserRecord) {
  const [hasDraft] = useState(() => readDraft(user.id, 'profile') !== undefined);
  const [editing, setEditing] = useState(hasDraft);
  useEffect(() => {
    if (hasDraft) toast(PROFILE_WORDS.draftIsBack, { id: 'draft' });
  }, [hasDraft]);

  function close() {
    keepDraft(user.id, 'profile');
    setEditing(false);
  }

  const form = useCheckedForm(PROFILE_SENTENCES, async (values) => {
    const edited = fieldsIn(values);
    toast.loading(MESSAGES.updatingProfile, ACTION);
    const result = await saveProfile(user, edited);
    if (result.kind === 'ok') {
      // A product server other than our own may answer without a record. The page then shows the edited fields.
      sessionStore().update(result.data.data ?? { ...user, ...edited, updated_at: new Date().toISOString() });
      close();
      toast.success(MESSAGES.profileUpdated, ACTION);
      return [];
    }
    tellFailure(result);
    return result.kind === 'refused' ? (result.refusal.fields ?? []) : [];
  });

  return {
    editing,
    form,
    edit: () => setEditing(true),
    cancel: () => {
      close();
      form.clearProblems();
    },
  };
}

type EditButtonProps = { readonly editing: boolean; readonly onEdit: () => void };

function EditButton({ editing, onEdit }: EditButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);

  // The pressed button is unmounted, so the focus moves into the form, and back to the button afterwards.
  useEffect(() => {
    if (editing) document.querySelector<HTMLElement>(`#${FORM_ID} [name="name"]`)?.focus();
    else if (wasEditing.current) button.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  return editing ? (
    // An inactive copy of the button keeps its place. Otherwise the next button would move below the person's finger.
    <span aria-hidden="true" aria-disabled="true" className="button button-quiet">
      {PROFILE_WORDS.edit}
    </span>
  ) : (
    <Button ref={button} look="dawn" onClick={onEdit}>
      {PROFILE_WORDS.edit}
    </Button>
  );
}

function fieldsIn(values: FormData): ProfileFields {
  const edited = PROFILE_FIELD_LIST.map(([name, { kind }]) => {
    const text = String(values.get(name) ?? '');
    return [name, kind === 'line' ? text.trim() : text];
  });
  return Object.fromEntries(edited) as ProfileFields;
}
