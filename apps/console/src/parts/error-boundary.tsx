import { useEffect, useErrorBoundary } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { address } from '../address.js';
import { Notice } from './notice.tsx';

/** Contains rendering errors: it shows the error in place of its children, and the rest of the page keeps working. */
export function ErrorBoundary({ children }: { readonly children: ComponentChildren }) {
  const [error, reset] = useErrorBoundary() as [unknown, () => void];
  const currentAddress = address.value;
  useEffect(reset, [currentAddress]);
  if (error === undefined || error === null) return <>{children}</>;
  return (
    <>
      <Notice kind="bad">
        This screen cannot be displayed: {error instanceof Error ? error.message : String(error)}
      </Notice>
      <button type="button" onClick={reset}>
        Try again
      </button>
    </>
  );
}
