import type { ComponentChildren } from 'preact';

/** A name and its value in a `<dl>`. */
export function Field({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
