import { SetMetadata } from '@nestjs/common';

export const SCHEDULE_METADATA = 'tocsin:every';
export const HOUR_MS = 3_600_000;

export interface ScheduleOptions {
  /** Milliseconds between the end of one run and the start of the next. */
  readonly ms: number;
  /** Whether the first run starts with the process, instead of after a pause. */
  readonly atStart: boolean;
}

/** Marks a method of a provider that the scheduler calls repeatedly, without arguments, while the process runs. */
export function Every(ms: number, { atStart = false } = {}): MethodDecorator {
  return SetMetadata(SCHEDULE_METADATA, { ms, atStart } satisfies ScheduleOptions);
}
