/** A value as it is, as text: nothing in it is markup. */
export function Json({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    // Scrolled by the keyboard as well.
    <pre tabIndex={0} role="region" aria-label={label}>
      {JSON.stringify(value, null, 2)}
    </pre>
  );
}
