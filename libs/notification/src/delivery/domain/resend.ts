export const RESEND_STATES = ['PENDING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const;
export type ResendState = (typeof RESEND_STATES)[number];

/** A resend: notifications that are sent again in the background, with the progress. */
export interface ResendInfo {
  readonly resend_id: string;
  readonly state: ResendState;
  /** The query as it was sent to the API. */
  readonly query: object;
  /** How many notifications the query found when the resend was requested; `null` if counting took too long. */
  readonly total_count: number | null;
  /** How many of them were processed so far. */
  readonly done_count: number;
  /** How many of these were queued to be sent again. */
  readonly resent_count: number;
  /** The last error. */
  readonly reason: string | null;
  readonly requested_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
}
