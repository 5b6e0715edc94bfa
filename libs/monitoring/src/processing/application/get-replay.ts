import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';

export const REPLAY_STATES = ['PENDING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const;
export type ReplayState = (typeof REPLAY_STATES)[number];

export interface ReplayInfo {
  readonly replay_id: string;
  readonly webhook_id: string;
  readonly state: ReplayState;
  readonly from: string;
  readonly to: string;
  readonly quarantined_only: boolean;
  /** `null` until the replay starts. */
  readonly total_count: number | null;
  readonly done_count: number;
  readonly event_count: number;
  /** Deliveries that the plugin now splits into other alarms than before. They were left unchanged. */
  readonly conflict_count: number;
  readonly reason: string | null;
  readonly requested_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
}

/** @throws ERROR_NOT_FOUND */
export class GetReplay extends Query<ReplayInfo> {
  constructor(
    readonly scope: Scope,
    readonly replay_id: string,
  ) {
    super();
  }
}
