import { useCallback, useState } from 'react';
import { readStored, writeStored } from '#web/api/storage.ts';
import { FIRST_PLACE, type Place, parsePlace } from './chat-place.ts';

const KEY = 'chatPlace';

/** The button's place: the stored one, or a temporary one aside of it. */
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
    /** Moves the button until the page is left; `keep` stores the place. */
    moveTo,
    keep: (place: Place) => writeStored(KEY, JSON.stringify(place)),
    /** Moves the button temporarily; undefined moves it back. */
    stepAside: setAside,
  };
}
