import { setImmediate as waitForTurn } from 'node:timers/promises';
import { DomainError } from '#shared/kernel/domain-error.js';
import { createTimeLimit } from '#shared/kernel/with-timeout.js';

/** The longest duration of a preview, in milliseconds. */
const TIMEOUT_MS = 60_000;
/** Milliseconds for which a preview may keep the process busy. As many may run together as have places. */
const TURN_MS = 10;
/** Alerts that a preview reads, at most: of further ones it does not know. */
const MAX_ALERTS = 200_000;
/** Characters of alerts that a preview reads, and forgets again, at most. */
const MAX_READ = 64 * 1024 * 1024;
/** Characters of records that a preview reads and keeps until its end, at most. */
const MAX_KEPT = 16 * 1024 * 1024;

const TOO_LONG = 'The preview took too long; ask for fewer days';

const refuse = (text: string): DomainError => new DomainError('ERROR_QUERY_TIMEOUT', 'timeout', text);

/** What a preview may take: time, turns of the process, alerts and memory. It ends with its caller. */
export class PreviewBudget {
  /** Ends statements with the caller, and when the time is over. */
  readonly signal: AbortSignal;
  private readonly requireTime = createTimeLimit(TIMEOUT_MS, TOO_LONG);
  private readonly timeout = AbortSignal.timeout(TIMEOUT_MS);
  private turnBegun = performance.now();
  private alerts = MAX_ALERTS;
  private read = MAX_READ;
  private kept = MAX_KEPT;

  constructor(private readonly caller?: AbortSignal) {
    this.signal = caller === undefined ? this.timeout : AbortSignal.any([caller, this.timeout]);
  }

  /** @throws ERROR_QUERY_TIMEOUT; ERROR_UNAVAILABLE if the caller has gone */
  check(): void {
    if (this.caller?.aborted) throw DomainError.unavailable('The caller has gone');
    // Timers count from a time that the process read before, so this one may be over a little earlier.
    if (this.timeout.aborted) throw refuse(TOO_LONG);
    this.requireTime();
  }

  /**
   * Is called between steps of less than a millisecond. Returns what to wait for before the next one, so that others have their turn;
   * `undefined`: nothing. @throws as {@link check}
   */
  pause(): Promise<void> | undefined {
    if (performance.now() - this.turnBegun < TURN_MS) return undefined;
    return this.wait();
  }

  /** How many more alerts may be read, and characters of them. */
  get rest(): { readonly alerts: number; readonly characters: number } {
    return { alerts: this.alerts, characters: this.read };
  }

  /** Counts alerts that were read. */
  spend(alerts: number, characters: number): void {
    this.alerts -= alerts;
    this.read -= characters;
  }

  /** Counts characters of records that are kept until the end. @throws ERROR_QUERY_TIMEOUT if these are too many */
  readonly keep = (characters: number): void => {
    this.kept -= characters;
    if (this.kept < 0) throw refuse('The records of the domain are too large for a preview');
  };

  private async wait(): Promise<void> {
    this.check();
    await waitForTurn();
    this.turnBegun = performance.now();
    this.check();
  }
}
