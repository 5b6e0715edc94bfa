/** A value as indented JSON. It is rendered as text, so markup in it has no effect. */
export function Json({ value, label }: { readonly value: unknown; readonly label: string }) {
  return <ScrollableText text={JSON.stringify(value, null, 2)} label={label} />;
}

/** Preformatted text that can be scrolled, also with the keyboard. */
export function ScrollableText({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <pre tabIndex={0} role="region" aria-label={label}>
      {text}
    </pre>
  );
}
