/** The first letters of a system, in place of its logo. */
export function SystemMark({ name }: { readonly name: string }) {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const [first = '?', second] = words;
  return (
    <span class="system-mark" aria-hidden="true">
      {second === undefined ? first.slice(0, 2) : first.slice(0, 1) + second.slice(0, 1)}
    </span>
  );
}
