import { useCallback, useState } from 'react';
import { FIRST_PLACE, type Place, parsePlace } from './chat-place.ts';

const KEY = 'chatPlace';

/** Where the button is: where it was put last, in this tab or an earlier one, or for a moment out of the way of that. */
export function useChatPlace() {
  const [home, setHome] = useState(readKept);
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
    keep: writeKept,
    /** Moves the button out of the way; with undefined it goes back to where it was put. */
    stepAside: setAside,
  };
}

function readKept(): Place {
  try {
    return parsePlace(localStorage.getItem(KEY)) ?? FIRST_PLACE;
  } catch {
    return FIRST_PLACE;
  }
}

function writeKept(place: Place): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(place));
  } catch {
    // Storage is blocked: the place lasts for this page.
  }
}
