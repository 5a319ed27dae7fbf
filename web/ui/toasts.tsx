import { Check, X } from 'lucide-react';
import { resolveValue, type Toast, toast, useToaster } from 'react-hot-toast/headless';
import { CONTROL_WORDS } from '#content/shell.ts';

/**
 * Uses the headless build of the library, because the styled build adds `<style>` elements, which the Content Security
 * Policy forbids.
 */
export { toast };

/** The options of toasts about what the person has just done. A new toast replaces the last one, so that only one is read. */
export const ACTION = { id: 'action' } as const;

export function Toaster() {
  const { toasts, handlers } = useToaster();
  return (
    <section
      className="toaster"
      aria-label={CONTROL_WORDS.notifications}
      aria-live="polite"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
    >
      {toasts.map((item) => (
        <ToastCard key={item.id} item={item} />
      ))}
    </section>
  );
}

function ToastCard({ item }: { readonly item: Toast }) {
  return (
    <div
      className="card toast flex w-fit max-w-[min(100%,30rem)] items-center gap-[min(0.75rem,2vw)] py-2 pr-[min(0.5rem,1vw)] pl-[min(1rem,4vw)] font-medium wrap-anywhere data-[type=loading]:pr-4"
      data-type={item.type}
      data-leaving={!item.visible || undefined}
      // A dismissed toast stays invisible for a second. `inert` keeps Tab from stopping there.
      inert={!item.visible}
      data-testid="toast"
    >
      <span className="toast-sign" aria-hidden="true">
        {item.type === 'success' && <Check size="1rem" strokeWidth={3} />}
        {item.type === 'error' && <X size="1rem" strokeWidth={3} />}
      </span>
      {/* The key makes screen readers announce a message again when it replaces an equal one. */}
      <p key={item.createdAt} className="grow">
        {resolveValue(item.message, item)}
      </p>
      {item.type !== 'loading' && (
        <button
          type="button"
          className="icon-button icon-button-small"
          aria-label={CONTROL_WORDS.dismissNotification}
          onClick={() => toast.dismiss(item.id)}
        >
          <X aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
