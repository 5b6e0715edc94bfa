/** Says that a record is kept in files, whose next `apply` undoes what is changed here. */
export function ManagedBy({ name }: { readonly name: string | null | undefined }) {
  if (name === null || name === undefined) return null;
  return (
    <small>
      Managed by <bdi>{name}</bdi>: the next apply of these files undoes changes.
    </small>
  );
}
