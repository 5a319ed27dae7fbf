import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { mayLeave, setLeaveGuard } from './use-leave-page.ts';

type Words = { readonly title: string; readonly text: string; readonly stay: string; readonly leave: string };

/**
 * Asks before a link, a sign-out or a closed tab loses unsaved changes. Returns the dialog, and a function that lets the
 * next navigation pass.
 * @param hasChanges null while nothing can be lost
 * @param onGivenUp called when the person discards the changes
 */
export function useUnsavedChanges(words: Words, hasChanges: (() => boolean) | null, onGivenUp?: () => void) {
  const [answer, setAnswer] = useState<((leaves: boolean) => void) | null>(null);
  const passes = useRef(false);
  const latest = useRef({ hasChanges, onGivenUp });
  useEffect(() => {
    latest.current = { hasChanges, onGivenUp };
  });
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (currentLocation.pathname === nextLocation.pathname) return false;
    const isAllowed = passes.current;
    passes.current = false;
    return !isAllowed && latest.current.hasChanges?.() === true;
  });
  const isGuarding = hasChanges !== null;

  useEffect(() => {
    if (!isGuarding) return;
    let endLast: ((leaves?: boolean) => void) | undefined;
    const hasUnsaved = () => latest.current.hasChanges?.() === true;
    const ask = async () => {
      if (!hasUnsaved()) return true;
      // Only the newest question is on the screen. The earlier one ends, so that no sign-out waits for its answer for ever.
      endLast?.();
      const leaves = await new Promise<boolean | undefined>((resolve) => {
        endLast = resolve;
        setAnswer(() => resolve);
      });
      passes.current = leaves === true;
      if (leaves) latest.current.onGivenUp?.();
      return leaves;
    };
    const release = setLeaveGuard({ asks: () => !passes.current && hasUnsaved(), ask });
    const onUnload = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', onUnload);
    return () => {
      release();
      setAnswer(null);
      endLast?.();
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [isGuarding]);

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void mayLeave().then((leaves) => {
      if (leaves) blocker.proceed();
      else if (leaves === false) blocker.reset();
    });
  }, [blocker]);

  return {
    dialog: answer && (
      <AskDialog
        words={words}
        onAnswer={(leaves) => {
          setAnswer(null);
          answer(leaves);
        }}
      />
    ),
    letPass: () => {
      passes.current = true;
    },
  };
}

type AskDialogProps = { readonly words: Words; readonly onAnswer: (leaves: boolean) => void };

function AskDialog({ words, onAnswer }: AskDialogProps) {
  return (
    <Modal id="unsaved" title={words.title} text={words.text} onCancel={() => onAnswer(false)}>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button onClick={() => onAnswer(false)}>{words.stay}</Button>
        <Button look="danger" onClick={() => onAnswer(true)}>
          {words.leave}
        </Button>
      </div>
    </Modal>
  );
}
