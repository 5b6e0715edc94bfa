import type { X509Certificate } from 'node:crypto';

/** Calls to hosts of senders themselves. Never to a private, link-local or metadata address, and never redirected. */
export abstract class SnsClient {
  /** Keeps what it has fetched. @throws CallRefusedError, CallFailedError */
  abstract certificate(url: string): Promise<X509Certificate>;

  /** GET, without caring for what is answered. @throws CallRefusedError, CallFailedError */
  abstract get(url: string): Promise<void>;
}

/** It was answered that it will not be, or must not be called at all: trying again is of no use. */
export class CallRefusedError extends Error {}

/** It could not be reached, or cannot answer now. */
export class CallFailedError extends Error {}
