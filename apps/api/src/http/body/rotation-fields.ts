import { MAX_GRACE_SECONDS } from '#shared/kernel/rotation.js';
import { BooleanField, IntField } from './fields.js';

/** @param use what the old secret is still good for, like `the old key stays valid` */
export function GraceSecondsField(use: string): PropertyDecorator {
  return IntField({
    required: false,
    max: MAX_GRACE_SECONDS,
    description: `The number of seconds for which ${use}. Default: 0.`,
    example: 0,
  });
}

export function EndGraceField(): PropertyDecorator {
  return BooleanField({
    required: false,
    description:
      'True ends the grace period of an earlier rotation now, for example because a secret leaked. Otherwise a rotation is ' +
      'refused with 409 until that grace period is over.',
    example: undefined,
  });
}
