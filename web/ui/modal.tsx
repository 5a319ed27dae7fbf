import { type ReactNode, useLayoutEffect, useRef } from 'react';

type ModalProps = {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** The person pressed Escape. */
  readonly onCancel: () => void;
  readonly children: ReactNode;
};

export function Modal({ id, title, text, onCancel, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    // Gives the focus back; taking an open dialog out of the page would not.
    return () => opened?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="card dialog"
      aria-labelledby={`${id}-title`}
      data-testid={`${id}-dialog`}
      onCancel={onCancel}
    >
      <h2 id={`${id}-title`} className="text-title">
        {title}
      </h2>
      <p className="mt-2 text-soft">{text}</p>
      {children}
    </dialog>
  );
}
