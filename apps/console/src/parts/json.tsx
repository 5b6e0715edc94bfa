/** A value as it is, as text: nothing in it is markup. */
export function Json({ value, label }: { readonly value: unknown; readonly label: string }) {
  return <Scrolled text={JSON.stringify(value, null, 2)} label={label} />;
}

/** By the keyboard as well. */
export function Scrolled({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <pre tabIndex={0} role="region" aria-label={label}>
      {text}
    </pre>
  );
}
