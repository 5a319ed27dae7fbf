import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { putBackTyped } from '#web/ui/typed-fields.ts';
import { AS_WRITTEN, useAsWritten } from '#web/ui/use-hydrated.ts';
import { whenIdle, whenSeen } from '#web/ui/when-idle.ts';

const Prerendered = import.meta.env.SSR
  ? (await import('#features/launch-list/web/join-form.tsx')).JoinForm
  : undefined;

type JoinForm = typeof import('#features/launch-list/web/join-form.tsx').JoinForm;

/**
 * `JoinForm` below the first screen. The code of the form is loaded when the visitor scrolls to it or, on a page that the router
 * opened, when the page is idle. Until then the browser submits the prerendered form itself.
 */
export default function LateJoinForm() {
  const asWritten = useAsWritten();
  const [Form, setForm] = useState<JoinForm>();
  const place = useRef<HTMLDivElement>(null);
  const used = useRef<readonly HTMLInputElement[]>([]);

  useEffect(() => {
    const load = async () => {
      const { JoinForm } = await import('#features/launch-list/web/join-form.tsx');
      const fields = [...(place.current?.querySelectorAll('input') ?? [])];
      used.current = fields.filter((field) => window.typed?.has(field) || field === document.activeElement);
      setForm(() => JoinForm);
    };
    // The prerendered form then works by itself, also for a signed-in person.
    const showForm = () => place.current?.querySelector('form')?.removeAttribute('data-asking');
    const act = () => void load().catch(showForm);
    return asWritten && place.current ? whenSeen(place.current, act) : whenIdle(act);
  }, [asWritten]);

  useLayoutEffect(() => {
    if (Form) putBackTyped(used.current);
  }, [Form]);

  if (Prerendered)
    return (
      <div>
        <Prerendered />
      </div>
    );
  if (Form)
    return (
      <div key="loaded">
        <Form />
      </div>
    );
  return asWritten ? (
    <div key="written" ref={place} {...AS_WRITTEN} />
  ) : (
    <div key="blank" className="min-h-64" />
  );
}
