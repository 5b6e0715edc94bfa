/** What was looked at, how it is, and what to do where it is not well. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'bad' | 'skipped';
  readonly message: string;
  readonly remedy?: string;
}
