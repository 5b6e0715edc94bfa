import type { Loaded } from './load.js';
import { Notice } from './notice.tsx';

/** That it is being read, or why it could not be. */
export function ReadState({
  of: { value, failure },
}: {
  readonly of: Pick<Loaded<unknown>, 'value' | 'failure'>;
}) {
  if (failure.value !== undefined) return <Notice kind="bad">{failure.value}</Notice>;
  return value.value === undefined ? <Notice>Loading …</Notice> : null;
}
