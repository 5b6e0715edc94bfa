import type { Loaded } from './load.js';
import { Notice } from './notice.tsx';

/** Shows that a value is being loaded, or why loading failed. */
export function ReadState({
  of: { value, failure },
}: {
  readonly of: Pick<Loaded<unknown>, 'value' | 'failure'>;
}) {
  if (failure.value !== undefined) return <Notice kind="bad">{failure.value}</Notice>;
  return value.value === undefined ? <Notice>Loading …</Notice> : null;
}
