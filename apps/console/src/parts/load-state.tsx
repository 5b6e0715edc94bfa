import { Skeleton } from '../design/empty-state.tsx';
import { Notice } from './notice.tsx';
import type { Loaded } from './use-loaded.js';

/** Shows that a value is being loaded, or why that failed, whether an earlier value is there or not. */
export function LoadState({
  loaded: { value, failure },
  rows,
}: {
  readonly loaded: Pick<Loaded<unknown>, 'value' | 'failure'>;
  /** The number of rows that stand in its place until then. */
  readonly rows?: number;
}) {
  if (failure.value !== undefined) return <Notice kind="bad">{failure.value}</Notice>;
  return value.value === undefined ? <Skeleton {...(rows !== undefined && { rows })} /> : null;
}
