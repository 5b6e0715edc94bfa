/** The result of one check of `tocsin doctor`, with a remedy if there is a problem. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'bad' | 'skipped';
  readonly message: string;
  readonly remedy?: string;
}
