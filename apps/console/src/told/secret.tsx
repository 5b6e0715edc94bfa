/** A secret that is shown once. */
export function Secret({ text }: { readonly text: string }) {
  return (
    <>
      <p>The signing secret. It is shown only now:</p>
      <pre tabIndex={0} role="region" aria-label="Signing secret">
        {text}
      </pre>
    </>
  );
}
