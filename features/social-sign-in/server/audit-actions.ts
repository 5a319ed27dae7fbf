import { action } from '#server/audit/action.ts';

export const PROVIDER_UNLINKED = action('provider-unlinked', 'disconnected Google or GitHub');
export const PROVIDER_JOINED = action('provider-joined', 'connected Google or GitHub');
