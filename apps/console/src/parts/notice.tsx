import type { ComponentChildren } from 'preact';

/** Something went wrong, or there is nothing to show. */
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
