export const RESEND_STATES = ['PENDING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const;
export type ResendState = (typeof RESEND_STATES)[number];

/** Notifications that are sent again in the background, and how far that is. */
export interface ResendInfo {
  readonly resend_id: string;
  readonly state: ResendState;
  /** As it was sent. */
  readonly query: object;
  /** What the query found when it was asked for; `null`: counting took too long. */
  readonly total_count: number | null;
  /** Found so far. */
  readonly done_count: number;
  /** Of those the ones that wait to be sent again. */
  readonly resent_count: number;
  /** What went wrong last. */
  readonly reason: string | null;
  readonly requested_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
}
