/** The first letters of a system, in place of its logo: those of its id, which lists know without a look at the plugin. */
export function SystemMark({ id }: { readonly id: string }) {
  const words = id.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const [first = '?', second] = words;
  return (
    <span class="system-mark" aria-hidden="true">
      {second === undefined ? first.slice(0, 2) : first.slice(0, 1) + second.slice(0, 1)}
    </span>
  );
}
