import { NOT_ARRIVED } from '#content/shell.ts';
import { Button } from '#web/ui/button.tsx';
import { LostView } from './lost-view.tsx';
import { loadDocument } from './opening.ts';

/** For a page whose data did not load after its address was shown, as with the browser's back button. */
export function NotArrivedView() {
  return (
    <LostView title={NOT_ARRIVED.title} text={<span role="alert">{notArrived()}</span>}>
      {/* Without the hash, because an address that differs by that alone is not loaded. */}
      <Button look="dawn" onClick={() => loadDocument(location.origin + location.pathname + location.search)}>
        {NOT_ARRIVED.again}
      </Button>
    </LostView>
  );
}

/** Why a page did not load, as far as the browser knows. */
export function notArrived(): string {
  return navigator.onLine ? NOT_ARRIVED.unreachable : NOT_ARRIVED.offline;
}
