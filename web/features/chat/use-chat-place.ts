import { useCallback, useState } from 'react';
import { readStored, writeStored } from '#web/api/storage.ts';
import { FIRST_PLACE, type Place, parsePlace } from './chat-place.ts';

const KEY = 'chatPlace';

/** Where the button is: where it was put last, in this tab or an earlier one, or for a moment out of the way of that. */
export function useChatPlace() {
  const [home, setHome] = useState(() => parsePlace(readStored(KEY)) ?? FIRST_PLACE);
  const [aside, setAside] = useState<Place>();

  const moveTo = useCallback((place: Place) => {
    setHome(place);
    setAside(undefined);
  }, []);

  return {
    place: aside ?? home,
    home,
    isAside: aside !== undefined,
    /** Puts the button somewhere. Lasts for this page unless it is kept, too. */
    moveTo,
    keep: (place: Place) => writeStored(KEY, JSON.stringify(place)),
    /** Moves the button out of the way; with undefined it goes back to where it was put. */
    stepAside: setAside,
  };
}
