/** What a measured site writes and counts as in service. All load comes from one address, so its limits refuse nobody. */
export const MEASURED_SETTINGS = { LOG_LEVEL: 'info', RATE_LIMIT_SCALE: '1000000' } as const;
