import type { ComponentChildren } from 'preact';

/** A message, for example that something failed or that there is nothing to show. */
export function Notice({
  kind = 'quiet',
  children,
}: {
  readonly kind?: 'quiet' | 'bad';
  readonly children: ComponentChildren;
}) {
  return (
    <p class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      {children}
    </p>
  );
}
