import type { Loaded } from './use-loaded.js';
import { Notice } from './notice.tsx';

/** Shows that a value is being loaded, or why loading failed. */
export function LoadState({
  loaded: { value, failure },
}: {
  readonly loaded: Pick<Loaded<unknown>, 'value' | 'failure'>;
}) {
  if (failure.value !== undefined) return <Notice kind="bad">{failure.value}</Notice>;
  return value.value === undefined ? <Notice>Loading …</Notice> : null;
}
