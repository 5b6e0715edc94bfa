import type { AlertInfo } from '#monitoring/contracts/alert-actions.js';
import { formatTime } from '../../protocols/summarize.js';

/** Says who or what resolved an alert, and when: `jane resolved it on 20 Nov 2026, 11:00 CET`. */
export function describeResolution(alert: AlertInfo, timezone: string): string {
  return `${describeResolver(alert)}${formatAt(alert.resolved_at, timezone)}`;
}

/** Says who acknowledged an alert, and when. */
export function describeAcknowledgement(
  { acknowledged_by, acknowledged_at }: AlertInfo,
  timezone: string,
): string {
  return `${acknowledged_by ?? 'Somebody'} acknowledged it${formatAt(acknowledged_at, timezone)}`;
}

function describeResolver({ resolved_by, resolved_reason }: AlertInfo): string {
  if (resolved_by !== null) return `${resolved_by} resolved it`;
  if (resolved_reason === 'STALE') return 'It was resolved, as nothing was heard of it,';
  return resolved_reason === 'RECOVERY'
    ? 'Its source reported the recovery'
    : 'It was resolved with its source';
}

function formatAt(time: string | null, timezone: string): string {
  return time === null ? '' : ` on ${formatTime(time, timezone)}`;
}
