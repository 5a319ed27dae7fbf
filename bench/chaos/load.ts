import { setTimeout as pause } from 'node:timers/promises';
import { attempt, createTraveller, type JourneyPlace } from './journey.ts';

/** New journeys that begin each second. */
const JOURNEYS_A_SECOND = 3;
/** People who sign in before the load begins and stay signed in: each reads, saves and sometimes sends a form. */
const RESIDENTS = 6;
const RESIDENT_PAUSE_MS = 400;
const LETTER_EACH = 5;
/** The most newcomers at once: when they pile up, the site is down, and more of them would show nothing new. */
const MOST_UNDER_WAY = 60;

let arrivals = 0;

/** Starts new visitors at a steady rate, and people who stay signed in. Resolves when these people are signed in. */
export async function startLoad(place: Omit<JourneyPlace, 'isOver'>) {
  let stopping = false;
  let over = false;
  const { ledger } = place;
  const underWay = new Set<Promise<void>>();
  const newTraveller = () =>
    createTraveller({ ...place, isOver: () => over }, `traveller-${++arrivals}@example.com`);

  const travel = async () => {
    const began = performance.now();
    const traveller = newTraveller();
    const isDone = await attempt(async () => {
      await traveller.arrive();
      await traveller.signIn();
      await traveller.read();
      await traveller.save(`saved at ${Math.round(began)}`);
      await traveller.write();
      await traveller.read();
      await traveller.leave();
    });
    if (isDone && !traveller.hasStumbled()) ledger.goodJourneys.push({ began, ended: performance.now() });
  };
  const begin = (work: Promise<void>) => {
    const done = work.finally(() => underWay.delete(done));
    underWay.add(done);
  };

  const stay = async (resident: ReturnType<typeof newTraveller>) => {
    for (let round = 1; !stopping; round++) {
      await resident.read();
      await resident.save(`round ${round}`);
      if (round % LETTER_EACH === 0) await resident.write();
      await pause(RESIDENT_PAUSE_MS);
    }
    // A person who stays signed in must still have the same session, whatever happened in between.
    await resident.read();
  };
  const settled = await Promise.all(
    Array.from({ length: RESIDENTS }, async () => {
      const resident = newTraveller();
      const isIn = await attempt(() => resident.arrive().then(resident.signIn));
      if (!isIn)
        throw new Error(`a resident could not sign in: ${[...ledger.wrong, ...ledger.lostSessions]}`);
      return resident;
    }),
  );
  for (const resident of settled) begin(attempt(() => stay(resident)).then(() => {}));

  const timer = setInterval(() => {
    if (underWay.size < MOST_UNDER_WAY) begin(travel());
  }, 1_000 / JOURNEYS_A_SECOND);

  return {
    /** Starts no new journeys; resolves when all running ones are done or have given up. */
    stop: async () => {
      stopping = true;
      clearInterval(timer);
      const patience = setTimeout(() => {
        over = true;
      }, 60_000);
      await Promise.all(underWay);
      clearTimeout(patience);
    },
  };
}
