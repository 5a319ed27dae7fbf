import { type ComponentProps, useState } from 'react';
import { Button } from './button.tsx';

type AskFirstProps = Pick<ComponentProps<typeof Button>, 'small' | 'busy' | 'aria-describedby'> & {
  readonly words: { readonly ask: string; readonly confirm: string; readonly cancel: string };
  /** What the action is about, such as the name of an entry. Screen readers hear it after the label of each button. */
  readonly of?: string;
  readonly onAsk?: () => void;
  readonly onConfirm: () => void;
};

/**
 * A button for an action that cannot be undone. The first press shows two buttons: one cancels, one acts. The cancelling one has
 * the focus and the place of the pressed button, so that a second press by mistake changes nothing.
 */
export function AskFirst({
  words: { ask, confirm, cancel },
  of,
  small = false,
  onAsk,
  onConfirm,
  ...same
}: AskFirstProps) {
  /** After `cancelled`, the focus returns to the first button. */
  const [asking, setAsking] = useState<'no' | 'yes' | 'cancelled'>('no');
  const named = (label: string) => of && `${label}: ${of}`;
  return asking === 'yes' ? (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div
      role="group"
      aria-label={named(ask) ?? ask}
      className="contents"
      onKeyDown={({ key }) => key === 'Escape' && setAsking('cancelled')}
    >
      <Button
        small={small}
        autoFocus
        aria-describedby={same['aria-describedby']}
        onClick={() => setAsking('cancelled')}
      >
        {cancel}
      </Button>
      <Button {...same} small={small} look="danger" aria-label={named(confirm)} onClick={onConfirm}>
        {confirm}
      </Button>
    </div>
  ) : (
    <Button
      {...same}
      small={small}
      key="ask"
      autoFocus={asking === 'cancelled'}
      aria-label={named(ask)}
      onClick={() => {
        onAsk?.();
        setAsking('yes');
      }}
    >
      {ask}
    </Button>
  );
}
