import { type ReactNode, useLayoutEffect, useRef } from 'react';

type ModalProps = {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly onCancel: () => void;
  readonly children: ReactNode;
};

export function Modal({ id, title, text, onCancel, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    // Closes the dialog before it is removed from the page, because only closing returns the focus.
    return () => opened?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="card dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      data-testid={`${id}-dialog`}
      onCancel={onCancel}
    >
      <h2 id={`${id}-title`} className="text-title">
        {title}
      </h2>
      <p id={`${id}-text`} className="mt-2 text-soft">
        {text}
      </p>
      {children}
    </dialog>
  );
}
