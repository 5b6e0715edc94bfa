/** The queues of this context. A worker that has no processor for one of them refuses to start. */
export const QUEUES = {
  deliveries: 'deliveries',
  verifications: 'verifications',
  replays: 'replays',
} as const;

export type QueueName = (typeof QUEUES)[keyof typeof QUEUES];

export interface DeliveriesJob {
  readonly webhook_uuids: readonly string[];
}

/** The replay that needs a worker. It may continue another one first: domains take turns. */
export interface ReplayJob {
  readonly replay_id: string;
}

export interface VerificationJob {
  readonly verification_id: string;
}
