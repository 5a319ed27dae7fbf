import { type ReactNode, useSyncExternalStore } from 'react';
import { PROFILE_WORDS } from '#content/profile.ts';
import { NO_USAGE, timeSpentText, type UsageStats } from '#features/accounts/web/usage/usage-stats.ts';
import { currentUsage, onUsageChange, setTracking } from '#features/accounts/web/usage/usage-tracker.ts';
import { Button } from '#web/ui/button.tsx';
import { longDate } from './dates.ts';

const WORDS = PROFILE_WORDS.stats;

export function StatCards({ updatedAt }: { readonly updatedAt: string }) {
  const { totalTimeSpent, trackTime, totalVisits } = useUsage();
  return (
    <section aria-labelledby="stats-title">
      <h2 id="stats-title" className="text-title">
        {WORDS.title}
      </h2>
      <p className="mt-1 text-small text-soft">{WORDS.hint}</p>
      <div className="mt-5 grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-4">
        <StatCard label={WORDS.timeSpent} value={timeSpentText(totalTimeSpent)} testId="time-spent">
          <Button small onClick={() => setTracking(!trackTime)}>
            {trackTime ? WORDS.stop : WORDS.start}
          </Button>
          {trackTime && (
            <p className="stat-live flex items-center gap-2 text-small font-medium text-peacock">
              {WORDS.tracking}
            </p>
          )}
        </StatCard>
        <StatCard label={WORDS.visits} value={String(totalVisits)} testId="total-visits" />
        <StatCard label={WORDS.updated} value={longDate(updatedAt)} />
      </div>
    </section>
  );
}

type StatCardProps = {
  readonly label: string;
  readonly value: string;
  readonly testId?: string;
  readonly children?: ReactNode;
};

function StatCard({ label, value, testId, children }: StatCardProps) {
  return (
    <div className="card flex flex-wrap content-start items-center gap-x-4 gap-y-2.5 px-6 pt-5.5 pb-6">
      <h3 className="w-full font-text text-small leading-snug font-medium tracking-normal text-soft">
        {label}
      </h3>
      <p
        className="as-heading min-h-[1.2em] w-full text-[clamp(1.6rem,1.3rem+1.2vw,2.25rem)]"
        data-testid={testId}
      >
        {value}
      </p>
      {children}
    </div>
  );
}

function useUsage(): UsageStats {
  return useSyncExternalStore(onUsageChange, currentUsage, () => NO_USAGE);
}
