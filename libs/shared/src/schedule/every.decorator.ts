import { SetMetadata } from '@nestjs/common';

export const EVERY = 'tocsin:every';
export const HOUR_MS = 3_600_000;

export interface Rhythm {
  /** Milliseconds from the end of one round to the beginning of the next. */
  readonly ms: number;
  /** Whether the first round begins with the process, instead of after a pause. */
  readonly atStart: boolean;
}

/** The scheduler calls this method of a provider, without arguments, for as long as the process runs. */
export function Every(ms: number, { atStart = false } = {}): MethodDecorator {
  return SetMetadata(EVERY, { ms, atStart } satisfies Rhythm);
}
