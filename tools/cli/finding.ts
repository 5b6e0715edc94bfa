/** The result of one check of `tocsin doctor`, with a remedy if there is a problem. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'bad' | 'skipped';
  readonly message: string;
  readonly remedy?: string;
}

/** Returns the first names, and how many `others` there are. */
export const nameSome = (names: readonly string[], most: number, others = 'more'): readonly string[] =>
  names.length > most ? [...names.slice(0, most), `${names.length - most} ${others}`] : names;
