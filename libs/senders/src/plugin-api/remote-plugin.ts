import { DELIVERY_TERMS } from './delivery-terms.js';

/** Where a remote plugin is and what proves who asks it. */
export interface RemoteOptions {
  readonly url: string;
  readonly secret: string;
  readonly timeout_ms?: number;
}

/** What remote plugins may rely on, and what is asked of them. */
export const REMOTE_TERMS = {
  /** Milliseconds that an answer may take. */
  timeoutMs: { minimum: 100, default: 5_000, maximum: 30_000 },
  /** Of an answer, bytes. */
  longestAnswer: 4 * 1024 * 1024,
  /** Of an answer, objects, lists and what is in them: what reading it takes grows with them more than with its bytes. */
  mostValues: 200_000,
  mostOutcomes: DELIVERY_TERMS.mostAlarms,
  mostChecks: 100,
  /** It has read the delivery and cannot make anything of it. Any other answer is of a service that is not itself. */
  refusals: [400, 413, 422] as readonly number[],
  /** In a row, after which it is left alone for a while. */
  failures: 5,
  /** Milliseconds of that while, and until what could not be asked is asked again. */
  restMs: 10_000,
} as const;

export interface RemoteAnswer {
  readonly status: number;
  readonly text: string;
}

/** The way to remote plugins: signed, guarded, bounded. */
export interface Remote {
  /**
   * Posts JSON to a path below the plugin's address.
   * @param id the same for what is asked again
   * @throws PluginUnavailableError when there is no answer; Error for one that is too long
   */
  post(options: RemoteOptions, path: 'parse' | 'verify', id: string, json: string): Promise<RemoteAnswer>;
  /** Why this address is not to be asked; `undefined` when it may be. */
  refusal(url: string): Promise<string | undefined>;
}
