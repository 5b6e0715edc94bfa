import type { X509Certificate } from 'node:crypto';

/** Calls hosts of senders. Never connects to private, link-local or metadata addresses, and never follows a redirect. */
export abstract class SnsClient {
  /** Fetches a certificate, or returns it from the cache. @throws CallRefusedError, CallFailedError */
  abstract fetchCertificate(url: string): Promise<X509Certificate>;

  /** Sends a GET request and ignores the body of the response. @throws CallRefusedError, CallFailedError */
  abstract get(url: string): Promise<void>;
}

/** The host refused the call, or the call is not allowed. A retry is useless. */
export class CallRefusedError extends Error {}

/** The host is unreachable or cannot answer now. A retry may succeed. */
export class CallFailedError extends Error {}
